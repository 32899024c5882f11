import { RenderedJson, type Schemas } from '@partner-rating/server';
import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { currentTraceparent } from '../platform/telemetry/tracing.ts';
import { nextAttemptAt } from './dispatch/domain/attempt-result.ts';
import { advanceSequences, insertDeliveries } from './store/deliveries.ts';
import { findSubscriptions } from './store/endpoints.ts';

/** The data of an event, by its type. */
type EventData = { [Event in Schemas.WebhookEvent as Event['type']]: Event['data'] };

/** One event for one application; `memberId` is the player that the event is about. */
export interface NewEventOf<Type extends keyof EventData> {
  type: Type;
  applicationId: string;
  memberId: string | null;
  /** The only endpoint that receives it; by default each endpoint that receives its type. */
  endpointId?: string;
  data: EventData[Type] | RenderedJson<EventData[Type]>;
}

export type NewEvent = { [Type in keyof EventData]: NewEventOf<Type> }[keyof EventData];

/**
 * Writes events in the transaction of their cause, so that both are stored or neither. An event goes to each enabled
 * endpoint of the application that receives its type, with the same id. Wake the dispatcher after the commit. Otherwise it
 * finds the events a little later.
 */
export async function writeEvents(
  transaction: DatabaseTransaction,
  now: Date,
  events: readonly NewEvent[],
  retrySchedule: readonly number[],
): Promise<void> {
  const applicationIds = [...new Set(events.map((event) => event.applicationId))];
  if (applicationIds.length === 0) return;
  const subscriptions = await findSubscriptions(transaction, applicationIds);

  await insertDeliveries(
    transaction,
    events.flatMap((event) => {
      const receiving = (subscriptions.get(event.applicationId) ?? []).filter(
        ({ endpointId, events: types }) =>
          types.includes(event.type) && (event.endpointId ?? endpointId) === endpointId,
      );
      if (receiving.length === 0) return [];
      const written = {
        eventId: newId('evt'),
        applicationId: event.applicationId,
        memberId: event.memberId,
        eventType: event.type,
        payload: payloadOf(event, now),
      };
      return receiving.map(({ endpointId, url }) => ({
        ...written,
        id: newId('whd'),
        endpointId,
        url,
      }));
    }),
    {
      createdAt: now,
      nextAttemptAt: nextAttemptAt({ now, attempts: 0, retrySchedule, random: 0 }) ?? now,
      maxAttempts: retrySchedule.length,
      traceparent: currentTraceparent(),
    },
  );
}

function payloadOf({ type, data }: NewEvent, timestamp: Date): string {
  const text = data instanceof RenderedJson ? data.text : JSON.stringify(data);
  return `{"type":"${type}","timestamp":"${timestamp.toISOString()}","data":${text}}`;
}

/**
 * Takes the next numbers of each member, one for each occurrence of the id, in ascending order. The rows stay locked until
 * the transaction ends, so numbers are committed in their order.
 */
export async function takeSequences(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
): Promise<Map<string, number[]>> {
  const counts = new Map<string, number>();
  for (const memberId of memberIds) counts.set(memberId, (counts.get(memberId) ?? 0) + 1);
  const last = await advanceSequences(transaction, counts);
  return new Map(
    [...last].map(([memberId, sequence]) => {
      const count = counts.get(memberId) ?? 0;
      return [memberId, Array.from({ length: count }, (_, index) => sequence - count + 1 + index)];
    }),
  );
}
