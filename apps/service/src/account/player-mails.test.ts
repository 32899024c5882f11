import { testRows } from '@partner-rating/table-tests';
import { sql, type Updateable } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConnectFlow, TestPlayer } from '../connect/testing/connect-flow.ts';
import { useConnectFlow } from '../connect/testing/connect-flow.ts';
import { denyResult, disputeResult } from '../matches/answer-result.ts';
import { upholdMatch } from '../matches/uphold-match.ts';
import { voidMatch } from '../matches/void-match.ts';
import type { AccountTable, Database } from '../platform/database/schema.ts';
import { eraseMember } from '../privacy/erase-member.ts';
import { databases } from '../testing/test-database.ts';
import { queueDueMails } from './queue-player-mails.ts';
import { chooseMail } from './store/player-mails.ts';
import { makePlayer, proveEmails } from './testing/account.ts';
import { allMailsSent, mailboxOf } from './testing/mails.ts';
import { reportResult } from './testing/matches.ts';

const HALF_AN_HOUR = 30 * 60;
const DAY = 24 * 60 * 60;

/** Sends what is due, and returns the mails to the player. */
async function sendDue(flow: ConnectFlow, { email }: Pick<TestPlayer, 'email'> = flow.player) {
  const { received } = mailboxOf(flow);
  const before = received.length;
  while ((await queueDueMails(flow.dependencies)) > 0);
  await allMailsSent(flow);
  return received.slice(before).filter(({ to }) => to === email);
}

describe.each(databases)('mails about matches on %s', (kind) => {
  const flow = useConnectFlow({ kind, withMailbox: true });
  beforeAll(async () => {
    await proveEmails(flow());
  });

  it('list waiting results once, half an hour after the first of them', async () => {
    await reportResult(flow());
    await reportResult(flow());
    expect(await sendDue(flow())).toEqual([]);
    flow().advance(HALF_AN_HOUR);
    const [mail, ...others] = await sendDue(flow());
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('2 results are waiting for you');
    expect(mail?.text).toContain('Against Priya N.');
    expect(mail?.text).toContain('Reported by Rally League');
    expect(mail?.text).toContain('/account/matches');
    expect(mail?.html).toContain('Against <bdi>Priya N.</bdi>');
    // The mail loads nothing, so nobody learns that it was opened.
    expect(mail?.html).not.toMatch(/<img|<script|<link|url\(|@import/);
    expect(mail?.headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': expect.stringMatching(
        /^<http:\/\/\S+\/account\/mails\/stop\?token=[\w-]{43}>$/,
      ),
    });
    expect(await sendDue(flow())).toEqual([]);
  });

  it('come at most once a day', async () => {
    await reportResult(flow());
    flow().advance(HALF_AN_HOUR);
    expect(await sendDue(flow())).toEqual([]);
    flow().advance(DAY - HALF_AN_HOUR);
    expect((await sendDue(flow())).map(({ subject }) => subject)).toEqual([
      '3 results are waiting for you',
    ]);
  });

  it('are queued once by several instances, and stay due if they cannot be queued', async () => {
    await reportResult(flow());
    flow().advance(2 * DAY - 1);
    const { database, dependencies, player } = flow();
    await sql`alter table mail add constraint no_room check (false) not valid`.execute(database);
    await expect(queueDueMails(dependencies)).rejects.toThrow('no_room');
    await sql`alter table mail drop constraint no_room`.execute(database);
    const { received } = mailboxOf(flow());
    const before = received.length;
    await Promise.all([1, 2, 3].map(() => queueDueMails(dependencies)));
    await allMailsSent(flow());
    expect(received.slice(before).filter(({ to }) => to === player.email)).toHaveLength(1);
  });

  it('list a result that the player denied, after it is voided', async () => {
    const { database, dependencies, player } = flow();
    const matchId = await reportResult(flow());
    await denyResult(dependencies, { memberId: player.memberId, matchId });
    flow().advance(2 * DAY);
    await sendDue(flow());
    const { applicationId } = await database
      .selectFrom('match')
      .select('application_id as applicationId')
      .where('id', '=', matchId)
      .executeTakeFirstOrThrow();
    const reason = 'It was somebody else.';
    await voidMatch(dependencies, { applicationId, matchId, reason });
    flow().advance(HALF_AN_HOUR);
    const mails = await sendDue(flow());
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A decision about a result that you disputed',
    ]);
    expect(await sendDue(flow(), flow().otherPlayer)).toEqual([]);
  });

  it('list a result that the player disputed, after an operator upholds it, with the reason', async () => {
    const { dependencies, player } = flow();
    const matchId = await reportResult(flow(), { trusted: true });
    await disputeResult(dependencies, { memberId: player.memberId, matchId });
    flow().advance(2 * DAY);
    await sendDue(flow());
    await upholdMatch(dependencies, { matchId, reason: 'The score sheet shows it.' });
    flow().advance(HALF_AN_HOUR);
    const [mail] = await sendDue(flow());
    expect(mail?.subject).toBe('A decision about a result that you disputed');
    expect(mail?.text).toContain('the result is right: The score sheet shows it.');
    expect(await sendDue(flow(), flow().otherPlayer)).toEqual([]);
  });

  it('are not sent if there is nothing left to answer', async () => {
    const { dependencies } = flow();
    const lena = await makePlayer(flow(), `answered.${kind}@example.com`.replace(' ', '.'));
    await proveEmails(flow());
    const matchId = await reportResult({ ...flow(), player: lena });
    await denyResult(dependencies, { memberId: lena.memberId, matchId });
    flow().advance(HALF_AN_HOUR);
    expect(await sendDue(flow(), lena)).toEqual([]);
    // The next one does not wait for a day.
    await reportResult({ ...flow(), player: lena });
    flow().advance(HALF_AN_HOUR);
    expect((await sendDue(flow(), lena)).map(({ subject }) => subject)).toEqual([
      'A result is waiting for you',
    ]);
  });

  const ends: [string, (flow: ConnectFlow, memberId: string) => Promise<unknown>][] = [
    ['unproven', ({ database }, id) => setAccount(database, id, { email_proven_at: null })],
    ['locked', ({ database }, id) => setAccount(database, id, { locked_at: new Date(0) })],
    [
      'erased',
      async ({ dependencies }, memberId) =>
        await eraseMember(dependencies, { memberId, actor: 'player', selected: [] }),
    ],
    [
      'readdressed',
      async ({ database }, id) => {
        const email = `new.${id}@example.com`.toLowerCase();
        await database.updateTable('member').set({ email }).where('id', '=', id).execute();
      },
    ],
    [
      'unwilling',
      async ({ database }, memberId) =>
        await database
          .transaction()
          .execute((transaction) =>
            chooseMail(transaction, { memberId, kind: 'results-waiting' }, false),
          ),
    ],
  ];

  const rows = ends.flatMap(([name, end]) =>
    [true, false].map((isQueued) => [name, isQueued, end] as const),
  );

  testRows(rows)(
    'are not sent to players who must not get them, before or after they are queued',
    async (name, isQueued, end) => {
      const email = `${name}.${isQueued}@example.com`;
      const player = await makePlayer(flow(), email);
      await proveEmails(flow());
      await reportResult({ ...flow(), player });
      flow().advance(HALF_AN_HOUR);
      const { received, refuseWith } = mailboxOf(flow());
      if (isQueued) {
        refuseWith(451);
        await queueDueMails(flow().dependencies);
        const waiting = flow().database.selectFrom('mail').where('email', '=', email);
        const attempts = async () => (await waiting.select('attempts').execute())[0]?.attempts;
        await expect.poll(attempts).toBe(1);
      }
      await end(flow(), player.memberId);
      refuseWith(null);
      await queueDueMails(flow().dependencies);
      flow().advance(600);
      await allMailsSent(flow());
      // The last mail after an erasure is about the account.
      const others = received.filter(({ subject }) => subject !== 'Your account was erased');
      expect(others.filter(({ to }) => to === email)).toEqual([]);
    },
  );
});

async function setAccount(
  database: Database,
  memberId: string,
  values: Updateable<AccountTable>,
): Promise<void> {
  await database.updateTable('account').set(values).where('member_id', '=', memberId).execute();
}
