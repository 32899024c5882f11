import type { Schemas } from '@partner-rating/server';
import { expect } from 'vitest';
import type { Database } from '../../../platform/database/schema.ts';

/**
 * Expects one line of history for each rating that a batch or a settlement changed, and one `rating.updated`
 * for each of their players, where one application listens to all. It needs a clock that moves on.
 */
export async function expectShownOnce(database: Database): Promise<void> {
  const claimed = await database
    .selectFrom('member')
    .select('merged_into')
    .where('merged_into', 'is not', null)
    .execute();
  // A ghost has no connection, and brings its history along.
  const withGhosts = new Set(claimed.map((ghost) => ghost.merged_into));
  const lines = await database
    .selectFrom('rating_change')
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
