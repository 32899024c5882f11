import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { SENT_WITHOUT_CONSENT } from './dispatch/domain/permission.ts';
import { nextAttemptAt } from './dispatch/domain/retry-schedule.ts';
import { EVENT_TYPES } from './domain/event-types.ts';
import { type EndpointRow, findEndpoints } from './store/endpoints.ts';
import { lockEnded, requeueAll } from './store/replay.ts';

/** As many as are requeued in a second, while nobody else's deliveries wait. */
export const MAX_REPLAYED = 10_000;

export interface ReplayRequest {
  applicationId: string;
  /** All endpoints where none is named. */
  endpointId: string | undefined;
  /** Deliveries written before are forgotten. */
  createdSince: Date;
  since: Date;
  until: Date | undefined;
  /** All types where none is named. */
  eventTypes: readonly string[] | undefined;
  status: 'success' | 'failed' | 'all';
  retrySchedule: readonly number[];
  now: Date;
}

/** What came of asking for the deliveries of a time once more. */
export type Replayed =
  | { outcome: 'queued'; deliveries: number }
  | { outcome: 'too_many' }
  | { outcome: 'no_endpoint' }
  | { outcome: 'disabled'; endpoint: EndpointRow };

/** Queues again what ended in a time, all of it or, where it is too much, nothing. */
export async function replay(
  transaction: DatabaseTransaction,
  request: ReplayRequest,
): Promise<Replayed> {
  const { applicationId, endpointId, retrySchedule, now } = request;
  const all = await findEndpoints(transaction, applicationId);
  const endpoints = all.filter(({ id }) => (endpointId ?? id) === id);
  const enabled = endpoints.filter(({ status }) => status === 'enabled');
  if (enabled.length === 0) {
    const [endpoint] = endpoints;
    return endpoint === undefined ? { outcome: 'no_endpoint' } : { outcome: 'disabled', endpoint };
  }
  const filter = filterOf(
    request,
    enabled.map(({ id }) => id),
  );
  const ids = await lockEnded(transaction, filter, MAX_REPLAYED + 1);
  if (ids.length > MAX_REPLAYED) return { outcome: 'too_many' };
  await requeueAll(transaction, ids, {
    maxAttempts: retrySchedule.length,
    nextAttemptAt: nextAttemptAt({ now, attempts: 0, retrySchedule, random: 0 }) ?? now,
  });
  return { outcome: 'queued', deliveries: ids.length };
}

function filterOf(
  { applicationId, createdSince, since, until, eventTypes, status }: ReplayRequest,
  endpointIds: readonly string[],
) {
  const withinRetention = (time: Date) => (time < createdSince ? createdSince : time);
  return {
    applicationId,
    endpointIds,
    since: withinRetention(since),
    until: until === undefined ? null : withinRetention(until),
    // A test is over once it is sent: what it says is of that moment.
    eventTypes: (eventTypes ?? EVENT_TYPES).filter((type) => type !== 'webhook.test'),
    statuses: status === 'all' ? (['success', 'failed'] as const) : [status],
    withoutConsent: SENT_WITHOUT_CONSENT,
  };
}
