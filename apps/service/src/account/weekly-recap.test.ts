import { beforeEach, describe, expect, it } from 'vitest';
import { type ConnectFlow, useConnectFlow } from '../connect/testing/connect-flow.ts';
import { databases } from '../testing/test-database.ts';
import { recapMonday, weekBefore } from './domain/mail-weeks.ts';
import { queueRecaps } from './queue-player-mails.ts';
import { chooseMail } from './store/player-mails.ts';
import { proveEmails } from './testing/account.ts';
import { allMailsSent, mailboxOf } from './testing/mails.ts';
import { playSeason } from './testing/matches.ts';

/** Queues all recaps by three instances at once. Returns the mails. */
async function sendRecaps(flow: ConnectFlow) {
  const { received } = mailboxOf(flow);
  const before = received.length;
  await Promise.all([1, 2, 3].map(() => queueRecaps(flow.dependencies)));
  await allMailsSent(flow);
  return received.slice(before);
}

const HOUR = 60 * 60;

describe('recaps', () => {
  it.each([
    ['2026-09-14T05:59:59Z', null],
    ['2026-09-14T06:00:00Z', '2026-09-14'],
    ['2026-09-16T05:59:59Z', '2026-09-14'],
    ['2026-09-16T06:00:00Z', null],
    ['2026-09-13T23:00:00Z', null],
  ])('are sent at %s for the week before %s', (now, monday) => {
    expect(recapMonday(new Date(now))).toBe(monday);
  });

  it('are about the week that ended on the previous day', () => {
    expect(weekBefore('2026-09-14')).toEqual({
      from: new Date('2026-09-07T00:00:00Z'),
      to: new Date('2026-09-14T00:00:00Z'),
    });
  });
});

describe.each(databases)('the weekly recap on %s', (kind) => {
  const flow = useConnectFlow({ kind, withMailbox: true });
  beforeEach(async () => {
    await proveEmails(flow());
  });

  it('is sent once to each player who played, from Monday morning on', async () => {
    // The clock begins on a Saturday.
    await playSeason(flow(), { matches: 4 });
    expect(await sendRecaps(flow())).toEqual([]);
    flow().advance(42 * HOUR);
    const mails = await sendRecaps(flow());
    const { player, otherPlayer } = flow();
    expect(mails.map(({ to }) => to).toSorted()).toEqual([player.email, otherPlayer.email]);
    const own = mails.find(({ to }) => to === player.email);
    expect(own?.subject).toBe('Your week in ratings, 7 September 2026 to 13 September 2026');
    expect(own?.text).toMatch(/Pickleball: \d\.\d{3}\n/);
    expect(own?.text).toContain('4 matches: 2 won, 2 lost');
    expect(own?.headers['list-unsubscribe']).toContain('/account/mails/stop?token=');
    expect(await sendRecaps(flow())).toEqual([]);
    const { memberId } = player;
    const noted = flow().database.selectFrom('player_mail').select('queued_at');
    const [recap] = await noted
      .where('member_id', '=', memberId)
      .where('kind', '=', 'weekly-recap')
      .execute();
    expect(recap?.queued_at).toEqual(flow().dependencies.clock());
  });

  it('is not sent after a week without a match, or to players under 16 who did not ask for it', async () => {
    flow().advance(7 * 24 * HOUR);
    expect(await sendRecaps(flow())).toEqual([]);

    const { database, player, otherPlayer } = flow();
    await playSeason(flow(), { matches: 1, sport: 'padel' });
    const child = { protected_until: '2030-01-01' };
    await database.updateTable('member').set(child).where('id', '=', player.memberId).execute();
    // The matches of the test are around the day on which its clock began.
    await database.deleteFrom('recap_progress').execute();
    flow().advance(-7 * 24 * HOUR);
    expect((await sendRecaps(flow())).map(({ to }) => to)).toEqual([otherPlayer.email]);

    await database
      .transaction()
      .execute((transaction) =>
        chooseMail(transaction, { memberId: player.memberId, kind: 'weekly-recap' }, true),
      );
    await database.deleteFrom('recap_progress').execute();
    expect((await sendRecaps(flow())).map(({ to }) => to)).toContain(player.email);
  });
});
