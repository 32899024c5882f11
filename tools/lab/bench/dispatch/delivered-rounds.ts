import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import { makeDeliveryDays } from '@partner-rating/service/src/webhooks/store/delivery-days.ts';
import { insertReceivers } from '@partner-rating/service/src/webhooks/testing/fixtures.ts';
import { millisecondsOf } from '../measure/rounds.ts';
import { drain, openQueue } from './draining.ts';
import { configurationFor, insertEvents, sealingFor } from './fixture.ts';

const ENDPOINTS = 100;
const url = 'https://courtside.example/hooks';

/** A database of its own for one contestant. */
export interface DeliveredRounds {
  /** Queues a round of deliveries, claims and completes them; the milliseconds that the latter took. */
  deliver: () => Promise<number>;
  close: () => Promise<void>;
}

export async function openRounds(
  databaseUrl: string,
  deliveries: number,
): Promise<DeliveredRounds> {
  const { database, close } = openPostgres(databaseUrl);
  await makeDeliveryDays(database, new Date());
  const count = { url, count: ENDPOINTS };
  const receivers = await insertReceivers(database, sealingFor(configurationFor([])), count);
  const queue = openQueue(database);
  const each = deliveries / ENDPOINTS;
  return {
    close,
    deliver: async () => {
      await insertEvents(database, receivers, { each, due: new Date(), url });
      return await millisecondsOf(() => drain(database, queue, deliveries));
    },
  };
}
