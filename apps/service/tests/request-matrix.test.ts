import { type OperationCall, requestFingerprint } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, expect } from 'vitest';
import { type ContractOperation, contractOperations } from '../src/testing/contract.ts';
import { openSharedService, type SharedTestService } from '../src/testing/test-service.ts';

// Tests every operation of the contract with requests that it must refuse before it runs. The
// cases come from the document, so a new operation is included automatically.

const now = new Date('2026-09-12T18:00:00Z');

const withBody = contractOperations.filter(({ body }) => body !== null);
const withoutBody = contractOperations.filter(
  ({ body, method, schemes }) => body === null && method !== 'GET' && schemes.includes('ApiKey'),
);
// OAuth endpoints ignore unknown parameters (RFC 6749 §3.1).
const strict = contractOperations.filter(
  ({ id, schemes }) => !id.startsWith('oauth.') && schemes.includes('ApiKey'),
);
const idempotent = contractOperations.filter(({ isIdempotent }) => isIdempotent);

let service: SharedTestService;
let applicationId: string;

beforeAll(async () => {
  const environment = { RATE_LIMIT: '0', NETWORK_RATE_LIMIT: '0', TOKEN_RATE_LIMIT: '0' };
  service = await openSharedService('pglite', { clock: () => now, environment });
  const application = service.database.selectFrom('application').select('id');
  applicationId = (await application.executeTakeFirstOrThrow()).id;
});

afterAll(() => service.stop());

interface Changes {
  query?: string;
  headers?: Record<string, string>;
  text?: string;
}

/** Sends the example of an operation with these changes. Returns the status and the code of the response. */
async function send({ method, path, body }: ContractOperation, changes: Changes = {}) {
  const text = changes.text ?? (body === null ? undefined : JSON.stringify(body.value));
  const response = await fetch(`${service.baseUrl}${path}${changes.query ?? ''}`, {
    method,
    headers: {
      'x-api-key': service.partner.apiKey,
      ...(text !== undefined && { 'content-type': body?.contentType ?? 'application/json' }),
      ...changes.headers,
    },
    ...(text !== undefined && { body: text }),
    redirect: 'manual',
  });
  const answer: { code?: string; errors?: { pointer: string }[] } = JSON.parse(
    (await response.text()) || '{}',
  );
  return { status: response.status, ...answer };
}

testRows(strict)('400 for an unknown parameter', async (operation) => {
  expect(await send(operation, { query: '?unheard_of=1' })).toMatchObject({
    status: 400,
    code: 'validation_failed',
    errors: expect.arrayContaining([expect.objectContaining({ pointer: '/query/unheard_of' })]),
  });
});

const paths = Map.groupBy(contractOperations, ({ path }) => path);

testRows([...paths])('405 for a method that its path does not have', async (path, operations) => {
  const methods = operations.map(({ method }) => method);
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    if (methods.includes(method as never)) continue;
    const response = await fetch(`${service.baseUrl}${path}`, { method, redirect: 'manual' });
    expect([method, response.status]).toEqual([method, 405]);
    expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(methods));
  }
});

testRows([...withBody, ...withoutBody])('413 for a body above its limit', async (operation) => {
  const text = 'x'.repeat(operation.bodyLimit + 1);
  expect(await send(operation, { text })).toMatchObject({ status: 413, code: 'body_too_large' });
});

testRows(withBody)('415 for a body of another type', async (operation) => {
  const headers = { 'content-type': 'text/plain' };
  expect(await send(operation, { headers })).toMatchObject({
    status: 415,
    code: 'unsupported_media_type',
  });
});

/** Sends a request whose Idempotency-Key is held by a request with this fingerprint. */
async function sendWithHeldKey(operation: ContractOperation, request_hash: Buffer) {
  const { database } = service.dependencies;
  const record = {
    ...{ owner: applicationId, idempotency_key: 'held', operation_id: operation.id },
    ...{ request_hash, status: null, body: null, created_at: now, holder: 'another request' },
    locked_until: new Date(now.getTime() + 5_000),
    expires_at: new Date(now.getTime() + 86_400_000),
  };
  await database.insertInto('idempotency_record').values(record).execute();
  const answer = await send(operation, { headers: { 'idempotency-key': 'held' } });
  await database.deleteFrom('idempotency_record').execute();
  return answer;
}

testRows(idempotent)('409 while the first request with its key runs', async (operation) => {
  const { pathParameters: path, body } = operation;
  const request = { path, query: {}, headers: {}, body: body?.value };
  const fingerprint = requestFingerprint({ operation, request } as unknown as OperationCall);
  expect(await sendWithHeldKey(operation, fingerprint)).toMatchObject({
    status: 409,
    code: 'idempotency_in_progress',
  });
});

testRows(idempotent)('422 for a key that another request used', async (operation) => {
  expect(await sendWithHeldKey(operation, Buffer.alloc(32))).toMatchObject({
    status: 422,
    code: 'idempotency_key_reused',
  });
});
