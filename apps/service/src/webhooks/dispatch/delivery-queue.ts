import type { Database } from '../../platform/database/schema.ts';
import { KnownQueues } from './known-queues.ts';
import { type ClaimOptions, claimDeliveries } from './store/claim.ts';
import type { ClaimedDelivery } from './store/claimed-delivery.ts';
import { type FoundHeads, findHeads, findNewHeads, isBefore } from './store/heads.ts';

export interface QueueClaim extends ClaimOptions {
  /** Attempts under way in this dispatcher, by endpoint. */
  inFlight: ReadonlyMap<string, number>;
}

/** What waits for its delivery, as one dispatcher reads it. */
export interface DeliveryQueue {
  /** Finds what was queued since the last look; all there is by the first, and where the database may be another. */
  look: (now: Date) => Promise<void>;
  /** Claims what is due and known, the longest due first; whether more is due than was asked for. */
  claim: (options: QueueClaim) => Promise<{ deliveries: ClaimedDelivery[]; hasMore: boolean }>;
  /** An attempt at an endpoint has ended. */
  makeRoom: (endpointId: string, now: Date) => void;
  /** Milliseconds until something known may become due. */
  millisecondsToNext: (now: Date) => number;
}

export function openDeliveryQueue(database: Database): DeliveryQueue {
  const known = new KnownQueues();
  let snapshot: string | null = null;

  async function find(since: string | null): Promise<FoundHeads> {
    if (since === null) return await findHeads(database);
    const found = await findNewHeads(database, since);
    return isBefore(found.snapshot, since) ? await findHeads(database) : found;
  }

  return {
    look: async (now) => {
      const since = snapshot;
      // After a look that failed another server may answer, whose transactions have caught up with this snapshot.
      snapshot = null;
      const found = await find(since);
      for (const head of found.heads) known.add(head);
      known.unblock(now);
      snapshot = found.snapshot;
    },
    claim: async ({ inFlight, ...options }) => {
      const { now, leasedUntil, limit } = options;
      const { asked, hasMore } = known.ask(now, { ...options, inFlight });
      if (asked.length === 0) return { deliveries: [], hasMore };
      const { deliveries, queues } = await claimDeliveries(database, asked, options);
      const wasFull = deliveries.length === limit;
      const claimed = Map.groupBy(deliveries, ({ endpointId }) => endpointId);
      for (const queue of queues) {
        known.update(queue, {
          ...{ now, leasedUntil, wasFull },
          claimed: claimed.get(queue.endpointId)?.length ?? 0,
          inFlight: inFlight.get(queue.endpointId) ?? 0,
        });
      }
      return { deliveries, hasMore };
    },
    makeRoom: (endpointId, now) => known.makeRoom(endpointId, now),
    millisecondsToNext: (now) => known.millisecondsToNext(now),
  };
}
