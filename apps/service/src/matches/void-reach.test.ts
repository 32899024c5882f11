import { describe, expect, it } from 'vitest';
import { settleDue } from '../ratings/settlement/settle-due.ts';
import { openLateClub } from '../ratings/settlement/testing/late-club.ts';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { batchOf, matchOf } from './testing/batches.ts';
import { createClub, listen } from './testing/club.ts';
import { expectExact } from './testing/compare-ratings.ts';
import { expectDistinctSequences } from './testing/expect-all-notified.ts';
import { foldLedger, storedRatings } from './testing/fold-ledger.ts';
import { handle } from './testing/story.ts';
import { play, voidPlayed } from './testing/voids.ts';
import { voidMatch } from './void-match.ts';

it('a void of an old match reaches only players who met its players since', async () => {
  const database = await createTestDatabase('postgres');
  const club = await createClub(database, [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}]);
  const [a, b, c, d, ...others] = club.players;
  const other = (index: number) => others[index % others.length] ?? a;
  const first = await play(club, matchOf('voided', [[a], [b]]), matchOf('crowded', [[c], [d]]));
  // More matches than the service reads from the ledger at once. The two players of the old match play in none of them.
  const between = Array.from({ length: 1_000 }, (_, index) =>
    matchOf(`between-${index}`, [[other(index)], [other(index + 1 + (index % 3))]]),
  );
  const { matches } = await handle(club, batchOf(between));
  await play(
    club,
    matchOf('again', [[b], [c]]),
    matchOf('and-again', [[d], [other(0)]]),
    matchOf('last', [[c], [other(1)]]),
  );
  const { ratingChanges } = await voidPlayed(club, first('voided'));
  const moved = new Set(ratingChanges.map(({ id }) => id));
  expect([a, b, c].every(({ id }) => moved.has(id))).toBe(true);
  expect(moved.has(d.id)).toBe(false);
  expect(await storedRatings(database)).toEqual(await foldLedger(database));

  for (const id of [first('crowded'), matches[0]?.id ?? '']) await voidPlayed(club, id);
  expect(await storedRatings(database)).toEqual(await foldLedger(database));
});

describe.each(databases)('voids on %s', (kind) => {
  it('that reach many matches are answered before they are settled, and say so later if they are repeated', async () => {
    const { database, dependencies, club, lateId } = await openLateClub(kind);
    await settleDue(dependencies);
    const { applicationId } = club.submitter;
    const request = { applicationId, matchId: lateId, reason: 'Wrong court.' };
    const options = { maxMatches: 1 };
    expect(await voidMatch(dependencies, request, options)).toMatchObject({ settled: false });
    await settleDue(dependencies);
    expect(await voidMatch(dependencies, request, options)).toMatchObject({ settled: true });
    expect(await storedRatings(database)).toEqual(await foldLedger(database));
  });

  it('and simultaneous batches give the result of some serial order, which the ledger contains', async () => {
    const database = await createTestDatabase(kind);
    const club = await createClub(database, [{}, {}, {}, {}, {}, {}]);
    await listen(database, club.submitter.applicationId);
    const pair = (from: number) =>
      [from, from + 1].map((number) => club.players.slice(number % 6, (number % 6) + 1));
    const played = Array.from({ length: 12 }, (_, index) =>
      matchOf(`first-${index}`, pair(index), { sport: index % 3 === 0 ? 'padel' : 'pickleball' }),
    );
    const first = await handle(club, batchOf(played));
    const ids = first.matches.slice(0, 6).map(({ id }) => id ?? '');
    const write = async (writer: number) => {
      const one = matchOf(`${writer}-0`, pair(writer));
      const other = matchOf(`${writer}-1`, pair(writer + 2), { sport: 'padel' });
      await handle(club, batchOf([one, other]));
    };
    const [answers] = await Promise.all([
      // Each twice, at once.
      Promise.all([...ids, ...ids].map((id) => voidPlayed(club, id))),
      Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(write)),
    ]);
    expect(answers.slice(0, 6)).toEqual(answers.slice(6));
    await expectExact(database);
    await expectDistinctSequences(database);
  });
});
