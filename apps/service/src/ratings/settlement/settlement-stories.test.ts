import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { foldLedger, storedRatings } from '../../matches/testing/fold-ledger.ts';
import type { Database } from '../../platform/database/schema.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { ratingHistory } from '../store/rating-history.ts';
import { countDue } from './store/due-positions.ts';
import { Season } from './testing/season.ts';
import { writeScript } from './testing/season-script.ts';

const { SETTLEMENT_SEEDS: SEEDS, SETTLEMENT_FIRST_SEED: FIRST_SEED } = process.env;
const seeds = Array.from(
  { length: Number(SEEDS ?? 3) },
  (_, seed) => seed + Number(FIRST_SEED ?? 1),
);

describe.each(databases)('a season on %s, with anything that can happen', (kind) => {
  it.each(seeds)(
    'ends with the ratings of its matches in the order of play (seed %i)',
    async (seed) => {
      const database = await createTestDatabase(kind);
      const season = await Season.open(database);
      for (const happening of writeScript(seed)) await season.play(happening);
      await season.settle();
      expect(await storedRatings(database)).toEqual(await foldLedger(database));
      await season.expectNoFinding();
      await expectShownOnce(database);
      expect(await countDue(database)).toEqual({ positions: 0, oldest: null });
    },
  );
});

/**
 * Expects one line of history for each rating that a batch or a settlement changed, and one `rating.updated` for each player
 * and sport. One application listens to all players, and the clock must advance.
 */
async function expectShownOnce(database: Database): Promise<void> {
  const claimed = await database
    .selectFrom('member')
    .select('merged_into')
    .where('merged_into', 'is not', null)
    .execute();
  // A ghost (a member without an account) has no connection, and the member who claims it gets its history.
  const withGhosts = new Set(claimed.map((ghost) => ghost.merged_into));
  const lines = await database
    .selectFrom(ratingHistory)
    .innerJoin('member', 'member.id', 'member_id')
    .select(['member_id', 'sport', 'bracket', 'cause', 'changed_at'])
    .where('is_ghost', '=', false)
    .execute();
  const own = lines.filter(({ member_id }) => !withGhosts.has(member_id));
  const corrections = own
    .filter(({ cause }) => cause !== 'match')
    .map(
      (line) => `${line.member_id} ${line.bracket} ${line.sport} ${line.changed_at.toISOString()}`,
    );
  expect(corrections).toHaveLength(new Set(corrections).size);

  const changes = own.map(({ member_id, sport, cause, changed_at }) => {
    const isMatch = cause === 'match';
    return `${member_id} ${sport} ${isMatch} ${changed_at.toISOString()}`;
  });
  const deliveries = await database.selectFrom('webhook_delivery').select('payload').execute();
  const sent = deliveries
    .map(({ payload }) => JSON.parse(payload).data as Schemas.RatingUpdate)
    .filter(({ id }) => !withGhosts.has(id))
    .map(({ id, sport }) => `${id} ${sport}`);
  const expected = [...new Set(changes)].map((change) => change.split(' ').slice(0, 2).join(' '));
  expect(sent.toSorted()).toEqual(expected.toSorted());
}
