import { retryOnContention } from '../../../platform/concurrency/retry-on-contention.ts';
import { arrayLiteral } from '../../../platform/database/array-literal.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { type AskedRow, claimWithin, type WaitingRow } from './claim-statement.ts';
import {
  type ClaimedDelivery,
  type ClaimedRow,
  type EndpointRow,
  toClaimedDelivery,
} from './claimed-delivery.ts';
import type { QueueHead } from './heads.ts';

export interface ClaimOptions {
  now: Date;
  leasedUntil: Date;
  /** How many to claim at most. */
  limit: number;
  /** How many attempts at one endpoint may be under way at once, at all instances together. */
  limitPerEndpoint: number;
  /** The same for an endpoint whose last attempt failed. */
  limitPerFailingEndpoint: number;
  /** How many to claim at most of all failing endpoints together. */
  limitFailing: number;
}

/** An endpoint whose deliveries are asked for. */
export interface AskedQueue
  extends Pick<QueueHead, 'endpointId' | 'applicationId' | 'nextAttemptAt' | 'deliveryOrder'> {
  /** Attempts under way in this dispatcher. */
  inFlight: number;
}

/** How the queue of an endpoint stands after a claim. */
export interface SeenQueue {
  endpointId: string;
  isFailing: boolean;
  /** Its head; null where nothing waits. What is under way waits too, since its lease may run out. */
  head: Pick<QueueHead, 'nextAttemptAt' | 'deliveryOrder'> | null;
  /** How many were looked at, those that were claimed included. */
  deliveries: number;
  /** Whether more may wait than was looked at. */
  isCut: boolean;
  /** Whether something was left that this claim might have taken. */
  isLeft: boolean;
  /** When something of what was left is due, or a lease of it runs out; null where nothing is left. */
  nextChangeAt: Date | null;
}

export interface Claim {
  deliveries: ClaimedDelivery[];
  queues: SeenQueue[];
}

/**
 * Claims due deliveries of the endpoints asked for, oldest first, a few of each. In each queue only as many
 * rows are looked at as the endpoint may have under way, from its head on: those that another instance has
 * under way are among them, and so are counted.
 */
export async function claimDeliveries(
  database: Database,
  asked: readonly AskedQueue[],
  options: ClaimOptions,
): Promise<Claim> {
  const values = [
    options.now,
    options.leasedUntil,
    options.limit,
    options.limitPerEndpoint,
    options.limitPerFailingEndpoint,
    options.limitFailing,
    arrayLiteral(asked.map(({ endpointId }) => endpointId)),
    arrayLiteral(asked.map(({ applicationId }) => applicationId)),
    arrayLiteral(asked.map(({ nextAttemptAt }) => nextAttemptAt.toISOString())),
    arrayLiteral(asked.map(({ deliveryOrder }) => deliveryOrder)),
    arrayLiteral(asked.map(({ inFlight }) => inFlight)),
  ];
  const claim = claimWithin(options.limitPerEndpoint);
  // What ended between the look at it and its lock has moved to another table.
  const rows = await retryOnContention(() => claim.run(database, values));
  const endpoints = new Map(rows.map((row) => [row.endpoint_id, row]));
  const byEndpoint = Map.groupBy(rows, ({ endpoint_id }) => endpoint_id);
  return {
    deliveries: rows.filter(isClaimed).map((row) => toClaimedDelivery(row, options.leasedUntil)),
    queues: [...endpoints].map(([id, row]) => toSeenQueue(row, byEndpoint.get(id) ?? [])),
  };
}

function isClaimed(row: AskedRow): row is AskedRow & ClaimedRow {
  return row.id !== null;
}

function isWaiting(row: AskedRow): row is AskedRow & WaitingRow {
  return row.next_attempt_at !== null;
}

/** From what was looked at of one queue, in its order. */
function toSeenQueue(endpoint: EndpointRow, rows: readonly AskedRow[]): SeenQueue {
  const waiting = rows.filter(isWaiting);
  const [head] = waiting;
  const others = waiting.filter((row) => !row.is_claimable);
  const changes = others.map(({ next_change_at }) => next_change_at.getTime());
  return {
    endpointId: endpoint.endpoint_id,
    isFailing: endpoint.endpoint_is_failing,
    head:
      head === undefined
        ? null
        : { nextAttemptAt: head.next_attempt_at, deliveryOrder: head.delivery_order },
    deliveries: waiting.length,
    isCut: waiting.length >= endpoint.slots,
    isLeft: waiting.some((row) => row.is_claimable && row.id === null),
    nextChangeAt: changes.length === 0 ? null : new Date(Math.min(...changes)),
  };
}
