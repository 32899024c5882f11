import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import {
  type DeliveryQueue,
  openDeliveryQueue,
} from '@partner-rating/service/src/webhooks/dispatch/delivery-queue.ts';
import { recordAttempts } from '@partner-rating/service/src/webhooks/dispatch/store/attempts.ts';
import { makeDeliveryDays } from '@partner-rating/service/src/webhooks/store/delivery-days.ts';
import { insertReceivers } from '@partner-rating/service/src/webhooks/testing/fixtures.ts';
import { millisecondsOf } from '../measure/rounds.ts';
import { insertEvents, sealingFor, URL_OF_NOBODY } from './fixture.ts';

export const BATCH_SIZE = 32;
const ENDPOINTS = 100;

/** Claims and completes this number of deliveries in batches, without sending them. */
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

/** One contestant with its own database. */
interface DeliveredRounds {
  /** Queues a round of deliveries, and then claims and completes them. Returns the milliseconds of the claiming and completing. */
  deliver: () => Promise<number>;
  close: () => Promise<void>;
}

export async function openRounds(
  databaseUrl: string,
  deliveries: number,
): Promise<DeliveredRounds> {
  const { database, close } = openPostgres(databaseUrl);
  await makeDeliveryDays(database, new Date());
  const count = { url: URL_OF_NOBODY, count: ENDPOINTS };
  const receivers = await insertReceivers(database, sealingFor([]), count);
  const queue = openDeliveryQueue(database);
  const each = deliveries / ENDPOINTS;
  return {
    close,
    deliver: async () => {
      await insertEvents(database, receivers, { each, due: new Date(), url: URL_OF_NOBODY });
      return await millisecondsOf(() => drain(database, queue, deliveries));
    },
  };
}
