import type { Database } from '../../platform/database/schema.ts';
import { noon } from '../../testing/builders.ts';
import { openDeliveryQueue, type QueueClaim } from '../dispatch/delivery-queue.ts';
import type { ClaimedDelivery } from '../dispatch/store/attempts.ts';
import { after } from './fixtures.ts';

/** Claims like an instance that has just started. By default at noon, without running attempts. */
export async function claimOnce(
  database: Database,
  options: Partial<QueueClaim> = {},
): Promise<ClaimedDelivery[]> {
  const queue = openDeliveryQueue(database);
  const claim = { ...claiming, ...options };
  await queue.look(claim.now);
  const { deliveries } = await queue.claim(claim);
  return deliveries;
}

/** The options of a claim at noon, without running attempts. */
export const claiming: QueueClaim = {
  now: noon,
  leasedUntil: after(60),
  limit: 32,
  limitPerEndpoint: 8,
  limitPerFailingEndpoint: 1,
  limitFailing: 8,
  inFlight: new Map(),
};
