import { testRows } from '@partner-rating/table-tests';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../account/register.ts';
import { grantConsent } from '../connect/decide-request.ts';
import { courtside, useConnectFlow } from '../connect/testing/connect-flow.ts';
import { createKey } from '../console/actions/keys.ts';
import { foldChunk } from '../leaderboards/fold-deltas.ts';
import { batchOf, matchOf } from '../matches/testing/batches.ts';
import { dumpTables } from '../matches/testing/dump-tables.ts';
import { openKeyedHash } from '../members/keyed-hash.ts';
import { auditRatings } from '../ratings/audit-ratings.ts';
import { rebuildRatings } from '../ratings/rebuild-ratings.ts';
import { insertEndpoint } from '../testing/builders.ts';
import { databases } from '../testing/test-database.ts';
import { openWebhookReceiver } from '../testing/webhook-receiver.ts';
import { deliverDue } from '../webhooks/testing/dispatch.ts';
import { insertDueDeliveries } from '../webhooks/testing/fixtures.ts';
import { eraseMember } from './erase-member.ts';
import { deletedWithPeople, retainedOfPeople } from './store/personal-rows.ts';
import { findValues } from './testing/find-values.ts';
import { dispatcherFor, liveLife, valuesOfZaphira, zaphira } from './testing/lived-life.ts';

const nobody = 'mem_01jrc3h9t4y7m1b6x8q2k5zwge';

describe.each(databases)('an erased member on %s', (kind) => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
  const environment = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
  const flow = useConnectFlow({ kind, logger, environment });
  let life: Awaited<ReturnType<typeof liveLife>>;
  let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;
  let shownBefore: string[];
  let heardBefore: number;
  const erase = (actor: 'player' | 'operator' = 'player') =>
    eraseMember(flow().dependencies, { memberId: life.player.memberId, actor });
  const ask = async (path: string, apiKey = life.apiKey) => {
    const answer = await flow().app.inject({
      url: `/api/v1${path}`,
      headers: { 'x-api-key': apiKey },
    });
    return { status: answer.statusCode, body: answer.body };
  };

  beforeAll(async () => {
    // An unfriendly receiver, which repeats what it was sent in its response, which the delivery log keeps.
    receiver = await openWebhookReceiver((response, position) => {
      response.writeHead(200).end(receiver.requests[position]?.body);
    });
    life = await liveLife(flow(), receiver);
    const { database } = flow();
    await foldChunk(database);
    await sql`analyze`.execute(database);
    shownBefore = await findValues(database, valuesOfZaphira);
    heardBefore = receiver.requests.length;

    const erasure = await erase();
    if (erasure === null) throw new Error('The member does not exist.');
    return async () => await receiver.close();
  });

  it('is in every kind of table before the erasure, so that this test proves something', () => {
    expect(life.answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const tables = new Set(shownBefore.map((hit) => hit.split(':')[0]));
    expect([...tables].toSorted()).toEqual([
      ...['account_link', 'account_registration', 'audit_entry', 'idempotency_record', 'mail'],
      ...['match_response', 'member', 'member_word', 'pg_stats'],
      ...['rating_update', 'standing', 'standing_bucket', 'webhook_delivery'],
    ]);
    expect(heardBefore).toBeGreaterThan(0);
  });

  it('has no value in any column of any table', async () => {
    await sql`analyze`.execute(flow().database);
    expect(await findValues(flow().database, valuesOfZaphira)).toEqual([]);
  });

  it('has no value in any line of the log', () => {
    expect(lines.length).toBeGreaterThan(10);
    const text = lines.join('\n').toLowerCase();
    expect(valuesOfZaphira.filter((value) => text.includes(value.toLowerCase()))).toEqual([]);
  });

  it('is named in no later event, and the last one of the connection has only the id', async () => {
    await deliverDue(dispatcherFor(flow(), receiver.target));
    const heard = receiver.requests.slice(heardBefore).map(({ body }) => body);
    const text = heard.join('\n').toLowerCase();
    expect(valuesOfZaphira.filter((value) => text.includes(value.toLowerCase()))).toEqual([]);
    const about = heard
      .map((body) => JSON.parse(body))
      .filter(({ data }) => data.id === life.player.memberId);
    expect(about).toEqual([
      {
        type: 'connection.revoked',
        timestamp: expect.any(String),
        data: {
          memberId: life.player.memberNumber,
          id: life.player.memberId,
          displayName: 'Former player',
          revokedAt: expect.any(String),
          revokedBy: 'player',
        },
      },
    ]);
  });

  it('cannot log in, and has no token to read with', async () => {
    const { database } = flow();
    const { memberId } = life.player;
    const accounts = database.selectFrom('account').selectAll().where('id', '=', memberId);
    expect(await accounts.execute()).toEqual([]);
    const tables = [
      'account_device',
      'account_recovery_code',
      'account_second_factor',
      'account_session',
    ] as const;
    for (const table of tables) {
      const rows = database.selectFrom(table).selectAll().where('account_id', '=', memberId);
      expect([table, await rows.execute()]).toEqual([table, []]);
    }
    for (const table of ['access_token', 'refresh_token', 'authorization_code'] as const) {
      const rows = await database
        .selectFrom(table)
        .innerJoin('connection', 'connection.id', `${table}.connection_id`)
        .selectAll(table)
        .where('connection.member_id', '=', memberId)
        .execute();
      expect([table, rows]).toEqual([table, []]);
    }
    const live = database.selectFrom('connection').selectAll().where('member_id', '=', memberId);
    expect(await live.where('revoked_at', 'is', null).execute()).toEqual([]);
  });

  it('keeps matches, ratings, and history under the id, and an audit finds nothing', async () => {
    const { database, dependencies } = flow();
    const { memberId } = life.player;
    const ratings = database.selectFrom('rating').selectAll().where('member_id', '=', memberId);
    expect((await ratings.execute()).length).toBeGreaterThan(0);
    const { matches, findings } = await auditRatings(dependencies, { onFinding: () => {} });
    expect(matches).toBeGreaterThan(2);
    expect(findings).toBe(0);
    const rebuilt = await rebuildRatings(dependencies, { dryRun: true });
    expect(rebuilt.map(({ ratings: changed }) => changed)).toEqual([0]);
  });

  testRows([
    ['members.get', '/partner/member?memberId='],
    ['members.getBulk', '/partner/members?ids='],
    ['members.listRatingHistory', '/partner/member/rating-history?memberId='],
  ])('an operation answers as for an id that does not exist', async (_operation, path) => {
    const answer = await ask(`${path}${life.player.memberId}`);
    const expected = await ask(`${path}${nobody}`);
    expect(answer.status).toBe(expected.status);
    const plain = ({ body }: { body: string }) =>
      body.replaceAll(life.player.memberId, nobody).replace(/req_\w+/g, 'req_');
    expect(plain(answer)).toBe(plain(expected));
    // The claimed ghost (a member without an account) was another name of theirs.
    expect((await ask(`${path}${life.ghostId}`)).status).toBe(expected.status);
  });

  it('is an error in a match, like an unknown player, even with a key that needs no consent of players', async () => {
    const { clientId } = flow().partner;
    const scopes = ['key:match:submit', 'key:match:submit:trusted'];
    const { apiKey } = await createKey(flow().dependencies, { clientId, scopes });
    const submit = async (id: string) => {
      const match = matchOf('afterwards', [[{ id }], [{ id: flow().otherPlayer.memberId }]]);
      const answer = await flow().app.inject({
        ...{ method: 'POST', url: '/api/v1/partner/matches', headers: { 'x-api-key': apiKey } },
        payload: batchOf([match]),
      });
      return [answer.statusCode, answer.json().errors];
    };
    const [status, errors] = await submit(nobody);
    expect(status).toBe(422);
    for (const id of [life.player.memberId, String(life.player.memberNumber), life.ghostId]) {
      const text = JSON.stringify(await submit(id)).replaceAll(id, nobody);
      expect(JSON.parse(text)).toEqual([status, errors]);
    }
  });

  it('is a new participant in an import, without a link to the erased member', async () => {
    const { firstName, lastName, email } = zaphira;
    const address = { firstName: 'Zoe', lastName: 'Quill', email };
    const answer = await life.importAs('by-address-again', address);
    expect(answer.json()).toMatchObject({ ghostPlayersCreated: 1 });
    const again = await life.importAs('by-address', { firstName, lastName, email });
    expect(again.statusCode).toBe(200);
    expect(again.body).not.toContain(life.player.memberId);
  });

  it('cannot be erased again, connected, found, or used for a claim', async () => {
    expect(await erase()).toBeNull();
    const { applicationId: id, clientId, redirectUri } = flow().partner;
    const scopes = ['user:profile:read' as const];
    const request = {
      application: { id, clientId, name: courtside.name },
      ...{ redirectUri, scopes, state: null, codeChallenge: null },
      ...{ handleHash: null, decidedAt: null, query: '' },
    };
    const { memberId } = life.player;
    expect(await grantConsent(flow().dependencies, { request, memberId, scopes })).toBeNull();
    await expect(
      sql`update member set city = 'Austin' where id = ${life.player.memberId}`.execute(
        flow().database,
      ),
    ).rejects.toThrow(/member_erased/);
  });

  it('leaves the address free for a new player', async () => {
    const again = await createAccount(flow().dependencies, zaphira);
    expect(again.memberId).not.toBe(life.player.memberId);
    expect((await ask(`/partner/members?ids=${again.memberId}`)).body).toContain('"Zaphira Q."');
  });

  it('leaves an audit entry that says who did it, without personal values', async () => {
    const entries = await flow()
      .database.selectFrom('audit_entry')
      .select(['actor', 'action', 'details'])
      .where('member_id', '=', life.player.memberId)
      .orderBy('audit_order')
      .execute();
    expect(entries.at(-1)).toEqual({ actor: 'player', action: 'member.erased', details: null });
    expect(entries.filter(({ details }) => details !== null)).toEqual([]);
    expect(entries.length).toBeGreaterThan(3);
  });
});

describe.each(databases)('an erasure on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const newMember = async (email: string) =>
    await createAccount(flow().dependencies, { ...zaphira, email });
  const erase = (memberId: string) =>
    eraseMember(flow().dependencies, { memberId, actor: 'operator' });

  it('changes nothing if its last step fails', async () => {
    const { database } = flow();
    const { memberId } = await newMember('last-step@quillon.example');
    await openKeyedHash(flow().dependencies);
    const before = await dumpTables(database);
    await database.schema.alterTable('standing_bucket').renameTo('away').execute();
    await expect(erase(memberId)).rejects.toThrow(/standing_bucket/);
    await database.schema.alterTable('away').renameTo('standing_bucket').execute();
    expect(await dumpTables(database)).toEqual(before);
    expect(await erase(memberId)).not.toBeNull();
  });

  it('happens once if it is requested twice at the same time', async () => {
    const { memberId } = await newMember('twice@quillon.example');
    const erasures = await Promise.all([erase(memberId), erase(memberId)]);
    expect(erasures.filter((erasure) => erasure !== null)).toHaveLength(1);
    const entries = flow().database.selectFrom('audit_entry').select('action');
    const ofMember = entries
      .where('member_id', '=', memberId)
      .where('action', '=', 'member.erased');
    expect(await ofMember.execute()).toHaveLength(1);
  });

  it('sends the pending end of an earlier connection without the name', async () => {
    const { database, partner } = flow();
    const { memberId } = await newMember('waiting@quillon.example');
    await insertEndpoint(database, partner.applicationId);
    const data = { id: memberId, displayName: 'Zaphira Q.', revokedBy: 'partner' };
    const [waiting] = await insertDueDeliveries(database, partner.applicationId, 1, {
      member_id: memberId,
      event_type: 'connection.revoked',
      payload: JSON.stringify({ type: 'connection.revoked', timestamp: '', data }),
    });
    await erase(memberId);
    const deliveries = database.selectFrom('webhook_delivery').select(['id', 'payload']);
    const [delivery] = await deliveries.where('member_id', '=', memberId).execute();
    expect(JSON.parse(delivery?.payload ?? '').data).toEqual({
      ...{ ...data, displayName: 'Former player' },
    });
    expect(delivery?.id).not.toBe(waiting);
  });

  it('deletes the rows of every column that refers to a member, or says why they stay', async () => {
    const { rows } = await sql<{ column: string }>`
      select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and (
        column_name ~ '^(member|participant|ghost|merged)_'
      ) and not (select relispartition from pg_class where oid = table_name::regclass)
      order by 1
    `.execute(flow().database);
    const decided = [
      ...Object.entries(deletedWithPeople).map(([table, column]) => `${table}.${column}`),
      ...Object.entries(retainedOfPeople).flatMap(([table, columns]) =>
        columns.map((column) => `${table}.${column}`),
      ),
    ];
    expect(rows.map(({ column }) => column)).toEqual(decided.toSorted());
  });
});
