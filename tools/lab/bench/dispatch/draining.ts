import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import {
  type DeliveryQueue,
  openDeliveryQueue,
} from '@partner-rating/service/src/webhooks/dispatch/delivery-queue.ts';
import { recordAttempts } from '@partner-rating/service/src/webhooks/dispatch/store/attempts.ts';

export const BATCH_SIZE = 32;

/** Reads the queue as a dispatcher does, for as long as the benchmark runs. */
export function openQueue(database: Database): DeliveryQueue {
  return openDeliveryQueue(database);
}

/** Claims and completes so many deliveries, a batch at a time, without sending them. */
export async function drain(
  database: Database,
  queue: DeliveryQueue,
  count: number,
): Promise<void> {
  await queue.look(new Date());
  for (let done = 0; done < count; ) {
    const now = new Date();
    const { deliveries } = await queue.claim({
      now,
      leasedUntil: new Date(now.getTime() + 30_000),
      limit: BATCH_SIZE,
      limitPerEndpoint: 8,
      limitPerFailingEndpoint: 1,
      limitFailing: BATCH_SIZE,
      inFlight: new Map(),
    });
    const finished = deliveries.map((delivery) => ({
      delivery,
      status: 'success' as const,
      url: delivery.endpoint?.url ?? '',
      payload: delivery.payload,
      statusCode: 200,
      responseBody: 'ok',
      errorMessage: null,
      maxAttempts: 10,
      startedAt: now,
      finishedAt: new Date(),
      nextAttemptAt: null,
    }));
    done += (await recordAttempts(database, finished)).filter(Boolean).length;
    for (const { endpointId } of deliveries) queue.makeRoom(endpointId, new Date());
  }
}
