import type { Schemas } from '@partner-rating/server';
import { ratingHistory } from '@partner-rating/service/src/ratings/store/rating-history.ts';
import { follow, keyOfUpdate, updatesList } from '../actions/follow-updates.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { readPages } from '../world/pages.ts';
import type { World } from '../world/world.ts';

const PAGE = 3;

/**
 * The pages of the updates are complete, and the last update of a player equals the current rating.
 */
export async function expectFeed(world: World, partner: number): Promise<void> {
  const updates = await readPages(world, partner, updatesList(PAGE));
  if (updates === null) return;
  const { applicationId, name } = world.partner(partner);
  const stored = await world.direct
    .selectFrom('rating_update')
    .innerJoin('connection', (join) =>
      join
        .onRef('connection.application_id', '=', 'rating_update.application_id')
        .onRef('connection.member_id', '=', 'rating_update.member_id'),
    )
    .select(['rating_update.data', 'rating_update.member_id', 'connection.created_at'])
    .where('rating_update.application_id', '=', applicationId)
    .where('connection.revoked_at', 'is', null)
    .whereRef('rating_update.changed_at', '>=', 'connection.created_at')
    .orderBy('rating_update.transaction_id')
    .orderBy('rating_update.position')
    .execute();
  const mayBeListed = (memberId: string) => {
    const player = world.players.findIndex((one) => one.memberId === memberId);
    return world.model.grantOf(partner, player)?.includes('user:webhook:subscribe') ?? false;
  };
  const expected = stored
    .filter(({ member_id }) => mayBeListed(member_id))
    .map(({ data }) => JSON.parse(data) as Schemas.RatingUpdate);
  const short = (all: readonly Schemas.RatingUpdate[]) =>
    all.map(({ id, sport, sequence, changedAt }) => `${id} ${sport} ${sequence} ${changedAt}`);
  expectEqual(
    short(updates),
    short(expected),
    `The pages of the rating updates of ${name} are not what was written.`,
  );
  await expectLatestStands(world, partner, updates);
  await expectNoneMissed(world, partner, updates);
}

/**
 * An application that follows the updates has read all of them, for each player whose grant has not
 * changed since.
 */
async function expectNoneMissed(
  world: World,
  partner: number,
  updates: readonly Schemas.RatingUpdate[],
): Promise<void> {
  await follow(world, partner, PAGE);
  const { seen } = world.model.followed(partner);
  for (const update of updates) {
    const player = world.players.find(({ memberId }) => memberId === update.id);
    const isChanged = world.model.grantChanges.some(
      (change) =>
        change.partner === partner &&
        change.player === player?.index &&
        change.at >= Date.parse(update.changedAt),
    );
    if (isChanged) continue;
    expectThat(
      seen.has(keyOfUpdate(update)),
      () =>
        `${world.partner(partner).name} followed the updates and missed ${keyOfUpdate(update)} at ${update.changedAt}.`,
    );
  }
}

async function expectLatestStands(
  world: World,
  partner: number,
  updates: readonly Schemas.RatingUpdate[],
): Promise<void> {
  const ofPlayers = Map.groupBy(updates, ({ id, sport }) => `${id} ${sport}`);
  for (const all of ofPlayers.values()) {
    const sequences = all.map(({ sequence }) => sequence);
    const isGrowing = sequences.every(
      (one, index) => index === 0 || one > (sequences[index - 1] ?? 0),
    );
    expectThat(isGrowing, () => `The sequence of a player does not grow: ${sequences}`);
    const last = all.at(-1);
    const player = world.players.find(({ memberId }) => memberId === last?.id);
    if (last === undefined || player === undefined || last.splits === undefined) continue;
    const scopes = world.model.grantOf(partner, player.index) ?? [];
    if (!scopes.includes('user:rating:read')) continue;
    const newest = await world.direct
      .selectFrom(ratingHistory)
      .select('changed_at')
      .where('member_id', '=', last.id)
      .where('sport', '=', last.sport)
      .orderBy('change_order', 'desc')
      .executeTakeFirst();
    // They had not yet consented when the rating last moved.
    if (newest?.changed_at.toISOString() !== new Date(last.changedAt).toISOString()) continue;
    const rows = await world.direct
      .selectFrom('rating')
      .select(['bracket', 'rating', 'games'])
      .where('member_id', '=', last.id)
      .where('sport', '=', last.sport)
      .execute();
    expectEqual(
      Object.fromEntries(
        Object.entries(last.splits).map(([bracket, split]) => [bracket, [split?.R, split?.games]]),
      ),
      Object.fromEntries(rows.map(({ bracket, rating, games }) => [bracket, [rating, games]])),
      `The last update of ${player.name} is not the current rating.`,
    );
  }
}
