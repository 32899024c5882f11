import type { Schemas } from '@partner-rating/server';
import { expectThat } from '../finding.ts';
import { readPages } from '../world/pages.ts';
import { PARTNERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, upTo } from './action.ts';

export const keyOfUpdate = ({ id, sport, sequence }: Schemas.RatingUpdate): string =>
  `${id} ${sport} ${sequence}`;

/** The list of updates, for `readPages`. */
export const updatesList = (limit: number) => ({
  path: '/api/v1/partner/rating-updates',
  limit,
  itemsOf: ({ updates }: Schemas.RatingUpdatesPage) => updates,
  keyOf: keyOfUpdate,
});

/** An application continues reading updates after its last cursor, as the contract describes. */
export const followUpdates: Action<{ partner: number; limit: number }> = {
  weight: 2,
  operations: ['members.listRatingUpdates'],
  draw: (random) => ({ partner: upTo(random, PARTNERS), limit: 1 + upTo(random, 5) }),
  play: async (world, { partner, limit }) => {
    const { name } = world.partner(partner);
    const news = await follow(world, partner, limit);
    if (news === null) return `${name} is suspended and cannot follow the ratings.`;
    return `${name} follows the ratings, and reads ${news} updates.`;
  },
};

/** Returns the number of new updates, or null if the application is suspended. */
export async function follow(world: World, partner: number, limit: number): Promise<number | null> {
  const followed = world.model.followed(partner);
  const { since } = followed;
  const updates = await readPages(world, partner, {
    ...updatesList(limit),
    ...(since !== null && { query: { since } }),
  });
  if (updates === null) return null;
  const times = updates.map(({ changedAt }) => Date.parse(changedAt));
  expectThat(
    times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0)),
    () => `The updates since ${since} are not in the order of time.`,
  );
  const news = updates.map(keyOfUpdate).filter((key) => !followed.seen.has(key));
  for (const key of news) followed.seen.add(key);
  followed.since = updates.at(-1)?.changedAt ?? since;
  return news.length;
}
