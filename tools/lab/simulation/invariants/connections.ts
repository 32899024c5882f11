import { expectThat } from '../finding.ts';
import { type GrantChange, isReceiving } from '../world/model.ts';
import type { World } from '../world/world.ts';
import { findDisablings } from './disabled-endpoints.ts';

// A request that is repeated after a crash may have been done before it.
const RETRIED_MILLISECONDS = 20_000;

/**
 * Each consent that changed something, and each end of a connection, is an event for subscribed
 * endpoints.
 */
export async function expectConnectionsNotified(world: World): Promise<void> {
  const { direct, model, partners, players } = world;
  const deliveries = await direct
    .selectFrom('webhook_delivery')
    .select(['endpoint_id', 'member_id', 'event_type', 'created_at'])
    .where('event_type', 'in', ['connection.created', 'connection.revoked'])
    .execute();
  const wasDisabled = await findDisablings(world);
  for (const change of model.grantChanges) {
    const partner = partners[change.partner];
    const player = players[change.player];
    if (partner === undefined || player === undefined || model.erased.has(change.player)) continue;
    if (!isChange(world, change) || model.wasSuspended(change.partner, change.at)) continue;
    const type = change.scopes === null ? 'connection.revoked' : 'connection.created';
    const when = new Date(change.at).toISOString();
    for (const endpoint of model.endpoints) {
      const { id, url, setAt } = endpoint;
      if (endpoint.partner !== change.partner || !isReceiving(endpoint, type, change.at)) continue;
      if (wasDisabled(id, setAt, change.at)) continue;
      const isWritten = deliveries.some(
        (delivery) =>
          delivery.endpoint_id === id &&
          delivery.member_id === player.memberId &&
          delivery.event_type === type &&
          Math.abs(delivery.created_at.getTime() - change.at) <= RETRIED_MILLISECONDS,
      );
      expectThat(isWritten, () => `There is no ${type} of ${player.name} to ${url} at ${when}.`);
    }
  }
}

function isChange({ model }: World, change: GrantChange): boolean {
  const { partner, player, at, scopes } = change;
  const [before = null] = model.grantsAt(partner, player, at);
  return (before?.toSorted().join() ?? null) !== (scopes?.toSorted().join() ?? null);
}
