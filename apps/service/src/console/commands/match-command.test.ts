import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { disputeResult } from '../../matches/answer-result.ts';
import { batchOf, matchOf } from '../../matches/testing/batches.ts';
import { foldLedger, standingRatings } from '../../matches/testing/fold-ledger.ts';
import { handle, openClub } from '../../matches/testing/story.ts';
import { play } from '../../matches/testing/voids.ts';
import { insertApplication, insertConnection } from '../../testing/builders.ts';
import { operatorOf } from '../testing/operator.ts';

const voidedAt = new Date('2026-09-13T09:12:40Z');

describe('matches that an operator finds and takes back', () => {
  let opened: Awaited<ReturnType<typeof openClub>>;
  let idOf: (identifier: string) => string;

  beforeEach(async () => {
    opened = await openClub('postgres');
    idOf = await play(opened.club, opened.doubles, opened.singles);
  });

  const { run, json } = operatorOf(() => ({
    ...opened.club.dependencies,
    clock: () => voidedAt,
    publicUrl: 'http://localhost:3001',
  }));
  const listed = async (...words: string[]) =>
    (await json('match', 'list', ...words)).map(({ identifier }) => identifier);

  async function dispute(): Promise<void> {
    const { dependencies } = opened.club;
    const request = { memberId: opened.sofia.id, matchId: idOf(opened.doubles.identifier) };
    await disputeResult({ ...dependencies, clock: () => voidedAt }, request);
  }

  it('are listed, the last played first, on one line each', async () => {
    expect((await run('match', 'list')).split('\n')).toEqual([
      expect.stringMatching(
        /^mat_\w+ {2}rated .*Priya N\. against Daniel O\. {2}11-9, 8-11, 15-13 /,
      ),
      expect.stringMatching(/^mat_\w+ {2}rated .*and .* against .* and .* {2}11-8, 11-6 /),
    ]);
  });

  it('are found by player, partner and status', async () => {
    const { doubles, singles, mike, priya, database } = opened;
    expect(await listed('--member', mike.id)).toEqual([doubles.identifier]);
    expect(await listed('--member', String(priya.member_number))).toEqual([
      singles.identifier,
      doubles.identifier,
    ]);
    expect(await listed('--limit', '1')).toEqual([singles.identifier]);
    expect(await listed('--before', idOf(singles.identifier))).toEqual([doubles.identifier]);
    expect(await run('match', 'list', '--limit', '1')).toContain(
      `add --before ${idOf(singles.identifier)}`,
    );
    expect(await listed('--status', 'disputed')).toEqual([]);
    await dispute();
    expect(await listed('--status', 'disputed')).toEqual([doubles.identifier]);
    await insertApplication(database, { client_id: 'rally-league' });
    expect(await listed('--partner', 'rally-league')).toEqual([]);
    expect(await run('match', 'list', '--partner', 'rally-league')).toBe('There is no such match.');
  });

  it('are shown with who answered what', async () => {
    await dispute();
    const lines = (await run('match', 'show', idOf(opened.doubles.identifier))).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Status      disputed',
        'Settled     yes',
        'Games       11-8, 11-6',
        'Winner      Team 1',
        expect.stringMatching(/^Team 1 .*Mike B\., \d+ {2}mem_\w+ {2}rated$/),
        expect.stringMatching(/^Team 2 .*Sofia L\., \d+ {2}mem_\w+ {2}rated {2}disputed$/),
      ]),
    );
  });

  it('are taken back, with the ratings that follow, and once', async () => {
    const { database, doubles } = opened;
    const reason = 'Both teams say that it was not played.';
    const words = ['match', 'void', idOf(doubles.identifier), '--reason', reason];
    expect(await json(...words)).toEqual([
      { matchId: idOf(doubles.identifier), status: 'voided', isSettled: true },
    ]);
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
    const entries = await database
      .selectFrom('audit_entry')
      .select(['actor', 'details'])
      .where('action', '=', 'match.voided')
      .execute();
    const details = { matchId: idOf(doubles.identifier), reason };
    expect(entries).toEqual([{ actor: 'operator', details }]);
    expect(await run('match', 'show', idOf(doubles.identifier))).toContain(`: ${reason}`);
    await expect(run(...words)).rejects.toThrow(
      /was voided at 2026-09-13T09:12:40\.000Z: Both teams/,
    );
  });

  it('are voided, and the report of another partner, shown beside them, counts instead', async () => {
    const { database, club, priya, daniel } = opened;
    const match = matchOf('twice', [[priya], [daniel]]);
    const idOfIt = (await play(club, match))('twice');
    const other = await insertApplication(database);
    await insertConnection(database, other, priya.id);
    const elsewhere = { ...club, submitter: { applicationId: other, trusted: false } };
    const [theirs] = (await handle(elsewhere, batchOf([match]))).matches;
    expect(await run('match', 'show', idOfIt)).toContain(`Same games  ${theirs?.id}`);
    await run('match', 'void', idOfIt, '--reason', 'It was not played.');
    expect(await run('match', 'show', idOfIt)).toContain('Status      voided');
    expect(await run('match', 'show', theirs?.id ?? '')).not.toContain('Status      duplicate');
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
  });

  testRows<[string, string[], RegExp]>([
    ['show of none', ['show', 'mat_0'], /no match mat_0/],
    ['void of none', ['void', 'mat_0', '--reason', 'x'], /no match mat_0/],
    ['void without a reason', ['void', 'mat_0', '--reason', ' '], /1 to 500 characters/],
    ['list of a stranger', ['list', '--member', '1'], /no member 1/],
    ['list after none', ['list', '--before', 'mat_0'], /no match mat_0/],
    ['list of no partner', ['list', '--partner', 'nobody'], /no partner .*nobody/],
  ])(
    'are refused where there is none, or no such player, partner or reason',
    async (_, words, message) => {
      const refused = run('match', ...words);
      await expect(refused).rejects.toThrow(message);
    },
  );
});
