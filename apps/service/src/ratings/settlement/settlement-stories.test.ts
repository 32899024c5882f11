import { describe, expect, it } from 'vitest';
import { foldLedger, standingRatings } from '../../matches/testing/fold-ledger.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { countDue } from './store/due-positions.ts';
import { expectShownOnce } from './testing/expect-shown-once.ts';
import { Season } from './testing/season.ts';
import { writeScript } from './testing/season-script.ts';

const { SETTLEMENT_SEEDS: SEEDS, SETTLEMENT_FIRST_SEED: FIRST_SEED } = process.env;
const seeds = Array.from(
  { length: Number(SEEDS ?? 3) },
  (_, seed) => seed + Number(FIRST_SEED ?? 1),
);

describe.each(databases)('whatever happens in a season on %s', (kind) => {
  it.each(seeds)(
    'ends in the ratings of its matches in the order of play (seed %i)',
    async (seed) => {
      const database = await createTestDatabase(kind);
      const season = await Season.open(database);
      for (const happening of writeScript(seed)) await season.play(happening);
      await season.settle();
      expect(await standingRatings(database)).toEqual(await foldLedger(database));
      await season.expectNoFinding();
      await expectShownOnce(database);
      expect(await countDue(database)).toEqual({ positions: 0, oldest: null });
    },
  );
});
