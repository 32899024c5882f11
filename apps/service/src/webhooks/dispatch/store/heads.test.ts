import { expect, it } from 'vitest';
import { endpointOf, insertApplication, insertEndpoint } from '../../../testing/builders.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import {
  expediteDelivery,
  lockDelivery,
  requeueAll,
  requeueDelivery,
} from '../../store/redelivery.ts';
import { claimOnce } from '../../testing/claiming.ts';
import { after, insertDueDeliveries } from '../../testing/fixtures.ts';
import { type FinishedAttempt, recordAttempts } from './attempts.ts';
import { findHeads, findNewHeads } from './heads.ts';

async function setUp() {
  const database = await createTestDatabase('postgres');
  const insertReceiver = async (failing_since: Date | null = null) => {
    const applicationId = await insertApplication(database);
    await insertEndpoint(database, applicationId, { failing_since });
    return { applicationId, endpointId: endpointOf(applicationId) };
  };
  return { database, insertReceiver };
}

it('finds the head of every queue at first, and then those of new deliveries', async () => {
  const { database, insertReceiver } = await setUp();
  const one = await insertReceiver();
  const other = await insertReceiver(after(-60));
  await insertDueDeliveries(database, one.applicationId, 2, { next_attempt_at: after(5) });
  await insertDueDeliveries(database, one.applicationId, 1);
  await insertDueDeliveries(database, one.applicationId, 1, { status: 'success' });

  const first = await findHeads(database);
  expect(first.heads).toMatchObject([
    { endpointId: one.endpointId, nextAttemptAt: after(0), deliveryOrder: 3, isFailing: false },
  ]);
  const nothing = await findNewHeads(database, first.snapshot);
  expect(nothing.heads).toEqual([]);

  await insertDueDeliveries(database, other.applicationId, 3, { next_attempt_at: after(9) });
  const second = await findNewHeads(database, nothing.snapshot);
  expect(second.heads).toMatchObject([
    { endpointId: other.endpointId, nextAttemptAt: after(9), deliveries: 3, isFailing: true },
  ]);
});

it('finds once what a transaction queued, if it was still open at the last look', async () => {
  const { database, insertReceiver } = await setUp();
  const slow = await insertReceiver();
  const quick = await insertReceiver();
  const idsOf = ({ heads }: Awaited<ReturnType<typeof findHeads>>) =>
    heads.map(({ endpointId }) => endpointId);

  const before = await database.transaction().execute(async (transaction) => {
    await insertDueDeliveries(transaction, slow.applicationId, 1);
    await insertDueDeliveries(database, quick.applicationId, 1);
    const first = await findHeads(database);
    expect(idsOf(first)).toEqual([quick.endpointId]);
    const second = await findNewHeads(database, first.snapshot);
    expect(idsOf(second)).toEqual([]);
    return second;
  });
  const found = await findNewHeads(database, before.snapshot);
  expect(idsOf(found)).toEqual([slow.endpointId]);
  expect(idsOf(await findNewHeads(database, found.snapshot))).toEqual([]);
});

it('finds what is queued again: a retry, an expedited delivery, and an ended one', async () => {
  const { database, insertReceiver } = await setUp();
  const { applicationId, endpointId } = await insertReceiver();
  const url = 'https://courtside.example/webhooks';
  const [retried = '', sooner = '', again = '', replayed = ''] = await insertDueDeliveries(
    database,
    applicationId,
    4,
    { leased_until: after(30) },
  );
  await giveUp(again);
  await giveUp(replayed);
  const queue = { url, maxAttempts: 10, traceparent: null, nextAttemptAt: after(7) };
  const changes: Record<string, () => Promise<unknown>> = {
    retry: async () => await recordAttempts(database, [failedAttempt(retried, after(5))]),
    sooner: () =>
      database
        .transaction()
        .execute((transaction) =>
          expediteDelivery(transaction, sooner, { url, nextAttemptAt: after(6) }),
        ),
    again: () =>
      database.transaction().execute((transaction) => requeueDelivery(transaction, again, queue)),
    replay: () =>
      database
        .transaction()
        .execute((transaction) =>
          requeueAll(transaction, [replayed], { ...queue, nextAttemptAt: after(8) }),
        ),
  };
  let { snapshot } = await findHeads(database);
  const found: Date[] = [];
  for (const change of Object.values(changes)) {
    await change();
    const next = await findNewHeads(database, snapshot);
    expect(next.heads).toMatchObject([{ endpointId, deliveries: 1 }]);
    found.push(...next.heads.map(({ nextAttemptAt }) => nextAttemptAt));
    snapshot = next.snapshot;
  }
  expect(found).toEqual([after(5), after(6), after(7), after(8)]);

  async function giveUp(id: string) {
    await database
      .updateTable('webhook_delivery')
      .set({ status: 'failed', leased_until: null })
      .where('id', '=', id)
      .execute();
  }
});

it('a claim skips a delivery while it is expedited, and the next one claims it once', async () => {
  const { database, insertReceiver } = await setUp();
  const { applicationId } = await insertReceiver();
  const state = { attempts: 2, next_attempt_at: after(3_600) };
  const [deliveryId = ''] = await insertDueDeliveries(database, applicationId, 1, state);
  const which = { deliveryId, applicationId, createdSince: after(-60) };
  const sooner = { url: 'https://courtside.example/webhooks', nextAttemptAt: after(0) };

  await database.transaction().execute(async (transaction) => {
    expect(await lockDelivery(transaction, which)).toMatchObject({ id: deliveryId });
    expect(await claimOnce(database, { now: after(3_600) })).toEqual([]);
    await expediteDelivery(transaction, deliveryId, sooner);
  });
  const claims = [claimOnce(database), claimOnce(database)];
  expect((await Promise.all(claims)).flat()).toMatchObject([{ id: deliveryId, attempts: 2 }]);
});

function failedAttempt(id: string, nextAttemptAt: Date): FinishedAttempt {
  return {
    delivery: { id, leasedUntil: after(30), payload: '{}' },
    status: 'pending',
    url: 'https://courtside.example/webhooks',
    payload: '{}',
    statusCode: 500,
    responseBody: '',
    errorMessage: 'The endpoint answered 500.',
    maxAttempts: 10,
    startedAt: after(0),
    finishedAt: after(0),
    nextAttemptAt,
  };
}
