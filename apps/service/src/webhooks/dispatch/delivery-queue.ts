import type { Database } from '../../platform/database/schema.ts';
import type { ClaimedDelivery } from './store/attempts.ts';
import {
  type AskedQueue,
  type ClaimOptions,
  claimDeliveries,
  type SeenQueue,
} from './store/claim.ts';
import {
  type FoundHeads,
  findHeads,
  findNewHeads,
  isBefore,
  type QueueHead,
} from './store/heads.ts';

export interface QueueClaim extends ClaimOptions {
  /** Attempts under way in this dispatcher, by endpoint. */
  inFlight: ReadonlyMap<string, number>;
}

/** The waiting deliveries, as one dispatcher knows them. */
export interface DeliveryQueue {
  /** Looks for the deliveries that were queued since the last look. The first look, and one after a failover, reads all. */
  look: (now: Date) => Promise<void>;
  /** Claims known deliveries, the longest due first. `hasMore` says whether more queues have something due. */
  claim: (options: QueueClaim) => Promise<{ deliveries: ClaimedDelivery[]; hasMore: boolean }>;
  /** Call it when an attempt at an endpoint has ended. */
  makeRoom: (endpointId: string, now: Date) => void;
  /** Milliseconds until a known delivery may become due. */
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
      // After a failed look, another server may respond whose transactions have already passed this snapshot.
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

interface KnownQueue extends QueueHead {
  /** Nothing can be claimed from this queue before this time. */
  lookAt: number;
  /** Whether more may be claimed once an attempt of this dispatcher ends. */
  isCut: boolean;
  /** Whether more may be claimed when another dispatcher has released its claim. That dispatcher sends no message. */
  isBlocked: boolean;
}

/** The attempts under way of one dispatcher, and its limits. */
export interface Room {
  /** How many deliveries to claim. */
  limit: number;
  inFlight: ReadonlyMap<string, number>;
  limitPerEndpoint: number;
  limitPerFailingEndpoint: number;
  limitFailing: number;
}

/** The result of a claim for one queue. */
export interface EndedClaim {
  now: Date;
  leasedUntil: Date;
  /** How many deliveries it claimed of the queue, and how many attempts of this dispatcher were under way before. */
  claimed: number;
  inFlight: number;
  /** Whether the claim reached its limit for all queues. */
  wasFull: boolean;
}

/**
 * The queues that are not empty, with the position of their heads. So a claim asks only for queues with something due, and
 * does not read what was delivered before. There is at most one queue for each endpoint.
 */
export class KnownQueues {
  readonly #queues = new Map<string, KnownQueue>();

  /** Adds deliveries that a look has found. */
  add(found: QueueHead): void {
    const known = this.#queues.get(found.endpointId);
    const lookAt = found.nextAttemptAt.getTime();
    if (known === undefined) {
      const isNew = { isCut: false, isBlocked: false };
      this.#queues.set(found.endpointId, { ...found, ...isNew, lookAt });
      return;
    }
    known.deliveries += found.deliveries;
    known.lookAt = Math.min(known.lookAt, lookAt);
    if (compare(found, known) >= 0) return;
    known.nextAttemptAt = found.nextAttemptAt;
    known.deliveryOrder = found.deliveryOrder;
  }

  /** Asks again for the queues that other dispatchers may have released. */
  unblock(now: Date): void {
    for (const known of this.#queues.values()) {
      if (known.isBlocked) known.lookAt = Math.min(known.lookAt, now.getTime());
    }
  }

  /**
   * Returns as many queues with something due as are needed to fill the room, the longest due first, and whether there are
   * more.
   */
  ask(now: Date, room: Room): { asked: AskedQueue[]; hasMore: boolean } {
    const due = this.#due(now, room);
    const asked: AskedQueue[] = [];
    let expected = 0;
    for (const { endpointId, applicationId, ...queue } of due) {
      if (expected >= room.limit) break;
      const { isFailing, nextAttemptAt, deliveryOrder, deliveries } = queue;
      const inFlight = room.inFlight.get(endpointId) ?? 0;
      asked.push({ endpointId, applicationId, nextAttemptAt, deliveryOrder, inFlight });
      expected += Math.max(1, Math.min(deliveries, slots(isFailing, room) - inFlight));
    }
    return { asked, hasMore: due.length > asked.length };
  }

  /** Stores the state of a queue after a claim. */
  update({ endpointId, head, isFailing, ...seen }: SeenQueue, claim: EndedClaim): void {
    const known = this.#queues.get(endpointId);
    if (head === null || known === undefined) {
      this.#queues.delete(endpointId);
      return;
    }
    const { now, claimed, wasFull } = claim;
    // A claimed delivery waits again when its lease expires without an outcome.
    const changesAt = [seen.nextChangeAt, claimed > 0 ? claim.leasedUntil : null]
      .filter((time) => time !== null)
      .map((time) => time.getTime())
      .filter((time) => time > now.getTime());
    const isCut = seen.isCut || (seen.nextChangeAt !== null && seen.nextChangeAt <= now);
    const isNobodyElses = claim.inFlight + claimed > 0;
    Object.assign(known, {
      ...head,
      isFailing,
      isCut,
      isBlocked: (seen.isLeft && !wasFull) || (isCut && !isNobodyElses),
      deliveries: seen.isCut ? Number.POSITIVE_INFINITY : seen.deliveries - claimed,
      lookAt: seen.isLeft && wasFull ? now.getTime() : Math.min(...changesAt),
    });
  }

  /** Lets a queue be asked again, because an attempt at its endpoint has ended. */
  makeRoom(endpointId: string, now: Date): void {
    const known = this.#queues.get(endpointId);
    if (known?.isCut === true) known.lookAt = Math.min(known.lookAt, now.getTime());
  }

  /** Milliseconds until a delivery may become due. One that is due already waits for room. */
  millisecondsToNext(now: Date): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { lookAt } of this.#queues.values()) {
      if (lookAt > now.getTime()) next = Math.min(next, lookAt);
    }
    return next - now.getTime();
  }

  #due(now: Date, room: Room): KnownQueue[] {
    const working: KnownQueue[] = [];
    const failing: KnownQueue[] = [];
    for (const queue of this.#queues.values()) {
      if (queue.lookAt > now.getTime()) continue;
      const { endpointId, isFailing } = queue;
      if ((room.inFlight.get(endpointId) ?? 0) >= slots(isFailing, room)) continue;
      (isFailing ? failing : working).push(queue);
    }
    const tried = failing.toSorted(compare).slice(0, room.limitFailing);
    return [...working, ...tried].toSorted(compare);
  }
}

function slots(isFailing: boolean, room: Room): number {
  return isFailing ? room.limitPerFailingEndpoint : room.limitPerEndpoint;
}

function compare(one: QueueHead, other: QueueHead): number {
  const time = one.nextAttemptAt.getTime() - other.nextAttemptAt.getTime();
  return time === 0 ? one.deliveryOrder - other.deliveryOrder : time;
}
