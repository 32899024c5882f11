import { expect } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { insertConnection, insertMember, noon } from '../../testing/builders.ts';
import type { DatabaseKind } from '../../testing/test-database.ts';
import { ratingUpdated } from './event-data.ts';
import { after, insertDueDeliveries } from './fixtures.ts';
import { startWebhookService } from './service.ts';

export const ENDPOINTS = '/partner/webhook-endpoints';
export const ratingsUrl = 'https://courtside.example/hooks/ratings';
export const statsUrl = 'https://stats.courtside.example/hooks';
/** An id that no application has. */
export const strangeId = 'whe_01k53d9q4n8b2v6c1x7z5m0k3h';

type Service = Awaited<ReturnType<typeof startWebhookService>>;

type Delivery = Parameters<typeof insertDueDeliveries>[3];

/** Starts the service with an endpoint that nothing reaches. Queued deliveries are due in a day. */
export async function startWithEndpoint(
  kind?: DatabaseKind,
  environment: Record<string, string> = { WEBHOOK_RETRY_SCHEDULE: '86400,5,300' },
) {
  const service = await startWebhookService(kind, environment);
  const { call, database, applicationId } = service;
  const made = (await call('POST', ENDPOINTS, { url: ratingsUrl })).body;
  return {
    ...service,
    made,
    path: `${ENDPOINTS}/${made.id}`,
    insertMany: async (count: number, delivery?: Delivery) =>
      await insertDueDeliveries(database, applicationId, count, delivery),
    insert: async (delivery?: Delivery) =>
      (await insertDueDeliveries(database, applicationId, 1, delivery))[0],
    /** Inserts a delivery about a player who granted these scopes. */
    insertAbout: async (
      scopes: string[],
      { data = ratingUpdated, ...delivery }: Delivery & { data?: object },
    ) => {
      const { id: memberId } = await insertMember(database);
      await insertConnection(database, applicationId, memberId, scopes);
      const payload = JSON.stringify({ type: 'rating.updated', timestamp: noon, data });
      const about = { event_type: 'rating.updated', member_id: memberId, payload };
      const ids = await insertDueDeliveries(database, applicationId, 1, { ...delivery, ...about });
      return ids[0];
    },
    deliveries: () =>
      database.selectFrom('webhook_delivery').selectAll().orderBy('delivery_order').execute(),
  };
}

/** Does the same with a second endpoint. */
export async function startWithTwo(kind?: DatabaseKind) {
  const { made: first, path: firstPath, ...service } = await startWithEndpoint(kind);
  service.time.now = after(1);
  const second = { url: statsUrl, events: ['rating.updated'] };
  const made = (await service.call('POST', ENDPOINTS, second)).body;
  service.time.now = noon;
  return { ...service, firstPath, firstId: first.id, made, path: `${ENDPOINTS}/${made.id}` };
}

/** Disables every endpoint, or one, like repeated failures. */
export async function disableEndpoints(database: Database, id?: string): Promise<void> {
  const change = {
    status: 'disabled',
    disabled_reason: 'It was gone.',
    failing_since: noon,
  } as const;
  await database
    .updateTable('webhook_endpoint')
    .set(change)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute();
}

/** Expects 404 from an operation for an unknown endpoint, and for one of others. */
export async function expectOwnEndpoint(
  { call, createOther }: Pick<Service, 'call' | 'createOther'>,
  {
    method,
    pathOf,
    id,
    body,
  }: {
    method: string;
    pathOf: (endpointId: string) => string;
    /** Of the application of `call`. */
    id: string;
    body?: unknown;
  },
): Promise<void> {
  const refusal = (of: string) => ({
    status: 404,
    body: { code: 'not_found', detail: expect.stringContaining(of) },
  });
  expect(await call(method, pathOf(strangeId), body)).toMatchObject(refusal(strangeId));
  expect(await call(method, pathOf(id), body, await createOther())).toMatchObject(refusal(id));
  expect(await call(method, pathOf('whe_1'), body)).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/path/endpointId', code: 'pattern' }] },
  });
}
