import { defaultEndpoint } from '../../src/webhooks/domain/endpoint-key.ts';
import { expectThat } from '../finding.ts';
import type { GrantChange } from '../world/model.ts';
import type { World } from '../world/world.ts';
import { findDisablings, type WasDisabled } from './disabled-endpoints.ts';

// A request that is sent again to the process after a crash may have been done by the one before.
const RETRIED_MILLISECONDS = 20_000;

/** Each consent that changed something, and each end of a connection, is an event for who listens. */
export async function expectConnectionsNotified(world: World): Promise<void> {
  const { direct, model, partners, players } = world;
  const deliveries = await direct
    .selectFrom('webhook_delivery')
    .select(['application_id', 'member_id', 'event_type', 'created_at'])
    .where('event_type', 'in', ['connection.created', 'connection.revoked'])
    .execute();
  const wasDisabled = await findDisablings(world);
  for (const change of model.grantChanges) {
    const partner = partners[change.partner];
    const player = players[change.player];
    if (partner === undefined || player === undefined || model.erased.has(change.player)) continue;
    if (!isChange(world, change) || !mustHear(world, change, wasDisabled)) continue;
    const type = change.scopes === null ? 'connection.revoked' : 'connection.created';
    const isWritten = deliveries.some(
      (delivery) =>
        delivery.application_id === partner.applicationId &&
        delivery.member_id === player.memberId &&
        delivery.event_type === type &&
        Math.abs(delivery.created_at.getTime() - change.at) <= RETRIED_MILLISECONDS,
    );
    const when = new Date(change.at).toISOString();
    expectThat(isWritten, () => `${partner.name} has no ${type} of ${player.name} at ${when}.`);
  }
}

function isChange({ model }: World, change: GrantChange): boolean {
  const { partner, player, at, scopes } = change;
  const [before = null] = model.grantsAt(partner, player, at);
  return (before?.toSorted().join() ?? null) !== (scopes?.toSorted().join() ?? null);
}

/** Whether the partner received every event when it happened. */
function mustHear(
  { model, partners }: World,
  { partner, at }: GrantChange,
  wasDisabled: WasDisabled,
): boolean {
  const changes = model.endpointChanges.filter((change) => change.partner === partner);
  const endpoint = changes.findLast((change) => change.at < at);
  const isSure = changes.every((change) => change.at !== at);
  const application = partners[partner]?.applicationId;
  if (application === undefined || endpoint === undefined || endpoint.url === null) return false;
  const { endpointId } = defaultEndpoint(application);
  if (wasDisabled(endpointId, endpoint.at, at)) return false;
  return isSure && !model.wasSuspended(partner, at) && endpoint.isAll;
}
