import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { batchOf, matchOf } from './testing/batches.ts';
import { createClub } from './testing/club.ts';
import { foldLedger, standingRatings } from './testing/fold-ledger.ts';
import { handle } from './testing/story.ts';
import { play, takeBack } from './testing/voids.ts';

describe('a void of a match long ago', () => {
  it('reaches those who met its players since, and nobody in between', async () => {
    const database = await createTestDatabase('postgres');
    const club = await createClub(
      database,
      Array.from({ length: 12 }, () => ({})),
    );
    const [a, b, c, d, ...others] = club.players;
    if (!a || !b || !c || !d) throw new Error('The club has twelve players.');
    const other = (index: number) => others[index % others.length] ?? a;
    const first = await play(club, matchOf('voided', [[a], [b]]), matchOf('crowded', [[c], [d]]));
    // More than is read of the ledger at once, of which the two meet nobody.
    await handle(
      club,
      batchOf(
        Array.from({ length: 1_000 }, (_, index) =>
          matchOf(`between-${index}`, [[other(index)], [other(index + 1 + (index % 3))]]),
        ),
      ),
    );
    await play(
      club,
      matchOf('again', [[b], [c]]),
      matchOf('and-again', [[d], [other(0)]]),
      matchOf('last', [[c], [other(1)]]),
    );
    const { ratingChanges } = await takeBack(club, first('voided'));
    const moved = new Set(ratingChanges.map(({ id }) => id));
    expect([a, b, c].every(({ id }) => moved.has(id))).toBe(true);
    expect(moved.has(d.id)).toBe(false);
    expect(await standingRatings(database)).toEqual(await foldLedger(database));

    await takeBack(club, first('crowded'));
    const dense = await database
      .selectFrom('match')
      .select('id')
      .where('identifier', '=', 'between-0')
      .executeTakeFirstOrThrow();
    await takeBack(club, dense.id);
    expect(await standingRatings(database)).toEqual(await foldLedger(database));
  });
});
