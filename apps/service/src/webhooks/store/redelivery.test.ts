import { describe, expect, it } from 'vitest';
import { insertApplication, insertEndpoint, noon } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { claimOnce } from '../testing/claiming.ts';
import { after, insertDueDeliveries } from '../testing/fixtures.ts';
import { expediteDelivery, lockDelivery } from './redelivery.ts';

describe('a delivery that is made sooner', () => {
  it('is passed over by a claim meanwhile, and claimed by the next, once', async () => {
    const database = await createTestDatabase('postgres');
    const applicationId = await insertApplication(database);
    await insertEndpoint(database, applicationId);
    const state = { attempts: 2, next_attempt_at: after(3_600) };
    const [deliveryId = ''] = await insertDueDeliveries(database, applicationId, 1, state);
    const which = { deliveryId, applicationId, createdSince: after(-60) };
    const sooner = { url: 'https://courtside.example/webhooks', nextAttemptAt: noon };

    await database.transaction().execute(async (transaction) => {
      expect(await lockDelivery(transaction, which)).toMatchObject({ id: deliveryId });
      expect(await claimOnce(database, { now: after(3_600) })).toEqual([]);
      await expediteDelivery(transaction, deliveryId, sooner);
    });
    const claims = [claimOnce(database), claimOnce(database)];
    expect((await Promise.all(claims)).flat()).toMatchObject([{ id: deliveryId, attempts: 2 }]);
  });
});
