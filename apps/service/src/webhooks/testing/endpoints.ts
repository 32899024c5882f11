import { expect } from 'vitest';
import { noon } from '../../testing/builders.ts';
import type { DatabaseKind } from '../../testing/test-database.ts';
import { after } from './fixtures.ts';
import { startWebhookService } from './service.ts';

export const ENDPOINTS = '/partner/webhook-endpoints';
export const ratingsUrl = 'https://courtside.example/hooks/ratings';
export const statsUrl = 'https://stats.courtside.example/hooks';
/** Of no application. */
export const strangeId = 'whe_01k53d9q4n8b2v6c1x7z5m0k3h';

type Service = Awaited<ReturnType<typeof startWebhookService>>;

/** The service with two endpoints; what is queued is due in a day. */
export async function startWithTwo(kind?: DatabaseKind) {
  const service = await startWebhookService(kind, { WEBHOOK_RETRY_SCHEDULE: '86400,5,300' });
  const { call } = service;
  const first = await call('POST', ENDPOINTS, { url: ratingsUrl });
  service.time.now = after(1);
  const made = await call('POST', ENDPOINTS, { url: statsUrl, events: ['rating.updated'] });
  service.time.now = noon;
  return {
    ...service,
    firstPath: `${ENDPOINTS}/${first.body.id}`,
    firstId: first.body.id,
    made: made.body,
    path: `${ENDPOINTS}/${made.body.id}`,
  };
}

/** Holds an operation to its 401 and its 403. */
export async function expectKeyNeeded(
  { call, createKeyWith }: Pick<Service, 'call' | 'createKeyWith'>,
  [method, path, body]: [method: string, path: string, body?: unknown],
): Promise<void> {
  expect(await call(method, path, body, '')).toMatchObject({ status: 401 });
  const apiKey = await createKeyWith(['key:member:read']);
  expect(await call(method, path, body, apiKey)).toMatchObject({
    status: 403,
    body: { code: 'insufficient_scope' },
  });
}

/** Holds an operation on one endpoint to the 404 for one that is not there, and for one of others. */
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
