import { UserAgent } from '@partner-rating/browser';
import { type MatchBatchResult, PartnerRatingClient } from '@partner-rating/client';
import { MODEL_REVISION } from '@partner-rating/ratings';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from '../../src/connect/login/testing/second-factor.ts';
import { findModelRevision } from '../../src/ratings/store/ratings.ts';
import { dumpedVersions, readDump } from './dumps.ts';
import { makeDump } from './make-dump.ts';
import { type Answers, ask, lastingOf } from './season/answers.ts';
import { connect, consent, emailOf, password } from './season/players.ts';
import { openMailedLink } from './season/stage.ts';
import { type RowCounts, type Upgraded, upgrade } from './upgraded.ts';

// Tables that no season of some seconds fills: work in progress, the demonstration, and what Mondays bring.
const emptyTables = [
  'demonstration_seed',
  'job_difference',
  'recap_progress',
  'settlement',
  'settlement_player',
  'standing_delta',
];

// The versions whose history had a row for each bracket. After a cursor of theirs, some entries are repeated.
const unpacked = ['0.1.0', '0.2.0', '0.3.0', '0.4.0'];

// Where rows are now. What was computed from other rows is computed again.
const successors = { operator_account: 'account', operator_device: 'account_device' };
const computed = ['kysely_migration', 'member_location', 'name_word', 'standing_delta'];

/** Returns how many rows each table must have. The history has one row for several brackets since 0.5.0. */
function rowsAfter(before: RowCounts): RowCounts {
  const expected: Record<string, number> = { ...before };
  for (const [table, successor] of Object.entries(successors)) {
    expected[successor] = (before[successor] ?? 0) + (before[table] ?? 0);
    delete expected[table];
  }
  for (const table of computed) delete expected[table];
  return { ...expected, rating_change: before.player_state ?? 0 };
}

// A dump of this version proves that the season and the test fit each other.
describe.each(['this', ...dumpedVersions()])('a database of version %s', (version) => {
  let upgraded: Upgraded;
  beforeAll(async () => {
    upgraded = await upgrade(version === 'this' ? await makeDump() : readDump(version));
  });
  afterAll(async () => await upgraded.stop());

  const partner = () => {
    const { facts, stage } = upgraded;
    return new PartnerRatingClient({ apiKey: facts.courtside.apiKey, baseUrl: stage.baseUrl });
  };
  /** Asks each path again, and expects the answer that the earlier version gave. */
  const expectSame = async (answers: Answers) => {
    const { facts, stage, receiver } = upgraded;
    const moved = JSON.stringify(answers).replaceAll(facts.target, receiver.target);
    const lasting = lastingOf(moved, { isOfSameModel: facts.modelRevision === MODEL_REVISION });
    for (const [path, answer] of Object.entries(lasting)) {
      const now = await ask(stage.baseUrl, facts.courtside.apiKey, path);
      expect.soft(now, path).toMatchObject({ status: 200, body: answer as object });
    }
  };

  it('has every row that it had', () => {
    const { before, after } = upgraded.rows;
    const expected = rowsAfter(before);
    const lost = Object.entries(expected).filter(([table, count]) => (after[table] ?? 0) < count);
    expect(lost).toEqual([]);
    const empty = Object.entries(after).flatMap(([table, count]) => (count === 0 ? table : []));
    if (version === 'this') expect(emptyTables).toEqual(expect.arrayContaining(empty));
  });

  it('gives its partner the same answers, ratings, and pages of lists', async () => {
    const { facts, database } = upgraded;
    expect(await findModelRevision(database, MODEL_REVISION)).toBe(facts.modelRevision);
    await expectSame({ ...facts.answers, ...facts.ratings });
    const isPacked = (path: string) => !unpacked.includes(version) || !path.includes('history');
    await expectSame(
      Object.fromEntries(Object.entries(facts.secondPages).filter(([path]) => isPacked(path))),
    );
  });

  it('skips no entry of the history after a cursor from before 0.5.0', async () => {
    const { facts, stage } = upgraded;
    const [path = '', page] =
      Object.entries(facts.secondPages).find(([asked]) => asked.includes('history')) ?? [];
    const { history } = page as { history: { matchId: string; bracket: string }[] };
    const rest = path.replace('limit=2', 'limit=100');
    const { body } = await ask(stage.baseUrl, facts.courtside.apiKey, rest);
    for (const { matchId, bracket } of history) {
      expect(body.history).toContainEqual(expect.objectContaining({ matchId, bracket }));
    }
  });

  it('answers a cursor of an earlier page, or says what is wrong with it', async () => {
    const { facts, stage } = upgraded;
    for (const path of Object.keys(facts.secondPages)) {
      const { status, body } = await ask(stage.baseUrl, facts.courtside.apiKey, path);
      const code = status === 200 ? null : body.errors?.[0]?.code;
      expect.soft([null, 'invalid_cursor', 'expired_cursor'], path).toContain(code);
    }
  });

  it('rebuilds the ratings of an earlier model, settles what waited, and audits clean', async () => {
    const { facts, database, operate, settle } = upgraded;
    if (facts.modelRevision < MODEL_REVISION) await operate('ratings', 'rebuild');
    expect(await findModelRevision(database, MODEL_REVISION)).toBe(MODEL_REVISION);
    await settle();
    expect((await operate('ratings', 'audit')).join('\n')).toContain(
      'The ratings follow from the ledger.',
    );
  });

  it('accepts the API keys and tokens that it gave, and no others', async () => {
    const { facts, stage } = upgraded;
    const { baseUrl } = stage;
    const revoked = await ask(baseUrl, facts.courtside.revokedKey, '/partner/usage');
    expect(revoked.status).toBe(401);
    const read = async (accessToken: string) =>
      await new PartnerRatingClient({ accessToken, baseUrl }).members.get();
    expect(await read(facts.accessToken)).toMatchObject({ id: facts.players.mike.id });
    const refreshed = await partner().oauth.refresh({ refresh_token: facts.refreshToken });
    expect(await read(refreshed.access_token)).toMatchObject({ id: facts.players.mike.id });
    await expect(partner().oauth.refresh({ refresh_token: 'prt_none' })).rejects.toThrow();
  });

  it('sends the deliveries that waited, signed with the secret of the endpoint', async () => {
    const { facts, receiver, database } = upgraded;
    const pending = database
      .selectFrom('webhook_delivery')
      .select('id')
      .where('status', '=', 'pending');
    await expect.poll(() => pending.execute()).toEqual([]);
    const verifier = new Webhook(facts.endpointSecret);
    for (const { headers, body } of receiver.requests) {
      const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
      const signature = verifier.sign(headers['webhook-id'] ?? '', sentAt, body);
      expect(headers['webhook-signature']).toBe(signature);
    }
    const { answer } = facts.submitted;
    const events = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'rating.updated',
        data: expect.objectContaining({ memberId: answer.ratingChanges[0]?.memberId }),
      }),
    );
  });

  it('knows a match that is submitted again, and repeats the answer to an idempotency key', async () => {
    const { batch, idempotencyKey, answer } = upgraded.facts.submitted;
    expect(await partner().matches.submit(batch, { idempotencyKey })).toEqual(answer);
    const again: MatchBatchResult = await partner().matches.submit(batch);
    expect(again).toMatchObject({ duplicates: 1, ratingChanges: [] });
    expect(again.matches[0]).toMatchObject({ id: answer.matches[0]?.id, status: 'duplicate' });
  });

  it('voids a match, and rates a new one', async () => {
    const { facts } = upgraded;
    const { mike, daniel } = facts.players;
    await partner().matches.void(facts.voidable, { reason: 'after the upgrade' });
    expect(await partner().matches.get(facts.voidable)).toMatchObject({ status: 'voided' });
    const { ratingChanges } = await partner().matches.submit({
      ...{ sport: 'pickleball', winScore: 11, winBy: 2 },
      matches: [
        { identifier: 'new', teams: [[mike.id], [daniel.id]], games: [{ scores: [11, 6] }] },
      ],
    });
    expect(ratingChanges.map(({ id }) => id)).toContain(mike.id);
  });

  it('lets players log in, with a code if they chose so', async () => {
    const { facts, stage, clock } = upgraded;
    const { mike, priya } = facts.players;
    const logIn = async (browser: UserAgent, email: string) =>
      await browser.submit(await browser.open(`${stage.origin}/account`), '/account/log-in', {
        ...{ email, password },
      });
    expect((await logIn(new UserAgent(), mike.email)).html).toContain('Mike Brennan');
    const browser = new UserAgent();
    const asked = await logIn(browser, priya.email);
    const code = codeAt(facts.secondFactorKey, clock());
    const account = await browser.submit(asked, '/account/log-in/code', { code });
    expect(account.html).toContain('Priya Brennan');
  });

  it('sends the mails that waited, whose links work', async () => {
    const { stage } = upgraded;
    const { browser, page } = await openMailedLink(stage, emailOf('Nadia'));
    const account = await browser.submit(page, '/account/register/confirm', { password });
    expect(account.html).toContain('Nadia');
    const asking = await openMailedLink(stage, emailOf('Sofia'));
    const passwords = { new_password: 'a new racket', again: 'a new racket' };
    const done = await asking.browser.submit(asking.page, '/account/password/new', passwords);
    expect(done.status).toBe(200);
  });

  it('connects a player who opens a link from before the upgrade', async () => {
    const { facts, stage } = upgraded;
    const browser = new UserAgent();
    const logIn = await browser.open(`${stage.origin}${facts.authorizationPath}`);
    const { email } = facts.players.daniel;
    const asked = await browser.submit(logIn, '/connect/log-in', { email, password });
    const { access_token } = await consent(partner(), browser, asked);
    expect(access_token).toMatch(/\w/);
    expect((await connect(partner(), { browser })).access_token).not.toBe(access_token);
  });

  it('shows the page that a player shared, and says that another link is not valid', async () => {
    const { facts, stage } = upgraded;
    const browser = new UserAgent();
    expect((await browser.open(`${stage.origin}${facts.sharedPath}`)).html).toContain('Mike B.');
    const none = await browser.open(`${stage.origin}/account/register/confirm?token=none`);
    expect([none.status, none.html]).toEqual([410, expect.stringContaining('link')]);
  });

  it('lets the operator log in, and read who did what', async () => {
    const { facts, stage, clock, operate } = upgraded;
    const { name, key } = facts.operator;
    const browser = new UserAgent();
    const code = codeAt(key, clock());
    const logIn = await browser.open(`${stage.origin}/operator`);
    const page = await browser.submit(logIn, '/operator/log-in', { name, password, code });
    expect(page.html).toContain('/operator/log-out');
    const [resealed] = await operate('secrets', 'reseal', '--json');
    expect(JSON.parse(resealed ?? '').result).toMatchObject({
      endpoints: { rows: 1, lost: [] },
      operatorKeys: { rows: 1, lost: [] },
      secondFactors: { rows: 1, lost: [] },
    });
    const entries = await operate('audit', 'list', '--limit', '1000', '--json');
    const actions = entries.map((line) => JSON.parse(line).action);
    expect(actions).toEqual(expect.arrayContaining(['account.locked', 'match.voided']));
  });

  it('accepts the token of a program, and lets people of partners log in', async () => {
    const { facts, stage } = upgraded;
    const { operatorToken, personEmail: email } = facts;
    if (operatorToken !== undefined) {
      const headers = { authorization: `Bearer ${operatorToken}` };
      const answer = await fetch(`${stage.origin}/api/admin/v1/partners`, { headers });
      expect(await answer.json()).toMatchObject({ partners: [{}, {}] });
    }
    if (email !== undefined) {
      const browser = new UserAgent();
      const logIn = await browser.open(`${stage.origin}/console`);
      const page = await browser.submit(logIn, '/console/log-in', { email, password });
      expect(page.html).toContain('Courtside Club');
    }
  });
});
