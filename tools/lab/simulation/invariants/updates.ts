import type { Schemas } from '@partner-rating/server';
import { ratingHistory } from '@partner-rating/service/src/ratings/store/rating-history.ts';
import { expectThat } from '../finding.ts';
import { isReceiving } from '../world/model.ts';
import type { World } from '../world/world.ts';
import { findDisablings } from './disabled-endpoints.ts';
import { expectFeed } from './update-feed.ts';

interface Expected {
  member: string;
  sport: string;
  at: number;
}

/**
 * Each rating change is one event and one update in the list, for each application that may see it.
 */
export async function expectChangesNotified(world: World): Promise<void> {
  const changes = await changesOf(world);
  const wasDisabled = await findDisablings(world);
  for (const partner of world.partners) {
    const deliveries = await world.direct
      .selectFrom('webhook_delivery')
      .select(['payload', 'endpoint_id'])
      .where('application_id', '=', partner.applicationId)
      .where('event_type', '=', 'rating.updated')
      .execute();
    const written = new Set<string>();
    for (const { payload, endpoint_id } of deliveries) {
      const key = keyOfUpdate((JSON.parse(payload) as { data: Schemas.RatingUpdate }).data);
      written.add(`${endpoint_id} ${key}`);
    }
    const stored = await world.direct
      .selectFrom('rating_update')
      .select('data')
      .where('application_id', '=', partner.applicationId)
      .execute();
    const updates = new Set(
      stored.map(({ data }) => keyOfUpdate(JSON.parse(data) as Schemas.RatingUpdate)),
    );
    for (const change of changes) {
      const player = world.players.find(({ memberId }) => memberId === change.member);
      if (player === undefined || world.model.erased.has(player.index)) continue;
      if (world.model.wasSuspended(partner.index, change.at)) continue;
      const grants = world.model.grantsAt(partner.index, player.index, change.at);
      if (grants.some((scopes) => !(scopes?.includes('user:webhook:subscribe') ?? false))) continue;
      const key = `${change.member} ${change.sport} ${change.at}`;
      const what = `the change of ${player.name} in ${change.sport} at ${new Date(change.at).toISOString()}`;
      expectThat(updates.has(key), () => `${partner.name} has no update of ${what}.`);
      if (wasWithdrawn(world, partner.index, player.index, change.at)) continue;
      for (const endpoint of world.model.endpoints) {
        if (
          endpoint.partner !== partner.index ||
          !isReceiving(endpoint, 'rating.updated', change.at)
        )
          continue;
        const { id, url, setAt } = endpoint;
        if (wasDisabled(id, setAt, change.at)) continue;
        expectThat(written.has(`${id} ${key}`), () => `There is no event to ${url} of ${what}.`);
      }
    }
    if (!world.model.suspended.has(partner.index)) await expectFeed(world, partner.index);
  }
}

// Without members who claimed a ghost (a member without an account): they also get its history, whose changes caused no events.
async function changesOf({ direct }: World): Promise<Expected[]> {
  const rows = await direct
    .selectFrom(ratingHistory)
    .select(['member_id', 'sport', 'changed_at'])
    .distinct()
    .where('member_id', 'not in', (query) =>
      query
        .selectFrom('member')
        .select((one) => one.ref('merged_into').$notNull().as('id'))
        .where('merged_into', 'is not', null),
    )
    .execute();
  return rows.map((row) => ({
    member: row.member_id,
    sport: row.sport,
    at: row.changed_at.getTime(),
  }));
}

const keyOfUpdate = ({ id, sport, changedAt }: Partial<Schemas.RatingUpdate>) =>
  `${id} ${sport} ${Date.parse(changedAt ?? '')}`;

// Pending deliveries are deleted then.
function wasWithdrawn({ model }: World, partner: number, player: number, since: number): boolean {
  return model.grantChanges.some(
    (change) =>
      change.partner === partner &&
      change.player === player &&
      change.at >= since &&
      !(change.scopes?.includes('user:webhook:subscribe') ?? false),
  );
}
