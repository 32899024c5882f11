import type { Database } from '../platform/database/schema.ts';
import { dropDeliveryDays, findUndatedDeliveries } from '../webhooks/store/delivery-days.ts';
import { finishedDeliveries } from './store/expired.ts';

/** Deletes ended deliveries written before a moment: where they are kept by days, a day at once when it is over. */
export async function* expireDeliveries(
  database: Database,
  before: Date,
  limit: number,
): AsyncGenerator<number> {
  for (const table of await findUndatedDeliveries(database)) {
    yield* finishedDeliveries(table)(database, before, limit);
  }
  yield* dropDeliveryDays(database, before);
}
