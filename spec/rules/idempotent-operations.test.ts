import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithOperation, findings } from './findings.ts';

const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
const keyed = { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }], responses: {} };
const components = { parameters: { IdempotencyKey: key } };

async function messages(operation: object, method: string, path: string) {
  const document = documentWithOperation(operation, { method, path, components });
  return (await findings('idempotent-operations', document)).map(({ message }) => message);
}

describe('idempotent-operations', () => {
  it('refuses a POST outside OAuth that cannot be repeated', async () => {
    expect(await messages({ responses: {} }, 'post', '/partner/matches')).toEqual([
      expect.stringContaining('add `x-idempotent: true`'),
    ]);
  });

  it('refuses a POST that is repeatable without taking a key', async () => {
    const operation = { 'x-idempotent': true, responses: {} };
    expect(await messages(operation, 'post', '/partner/matches')).toEqual([
      expect.stringContaining('components/parameters/IdempotencyKey.yaml'),
    ]);
  });

  testRows<[string, string, object?]>([
    ['get', '/partner/member'],
    ['post', '/partner/oauth/token'],
    ['post', '/leaderboard/rank', { 'x-safe': true }],
  ])('refuses the mark where no key is taken', async (method, path, fields = {}) => {
    expect(await messages({ ...keyed, 'x-idempotent': true, ...fields }, method, path)).toEqual([
      expect.stringContaining('leave `x-idempotent` out'),
    ]);
  });

  it('refuses to call safe what is so by its method', async () => {
    const operation = { 'x-safe': true, responses: {} };
    expect(await messages(operation, 'get', '/partner/member')).toEqual([
      expect.stringContaining('Only a POST may need `x-safe`'),
    ]);
  });

  testRows([
    [
      'a method that is repeated anyway',
      'put',
      '/partner/webhook-endpoints/{endpointId}',
      { responses: {} },
    ],
    ['what honours a key', 'post', '/partner/matches', { ...keyed, 'x-idempotent': true }],
  ])('refuses to call repeatable what is repeated anyway', async (_, method, path, operation) => {
    expect(await messages({ ...operation, 'x-repeatable': true }, method, path)).toEqual([
      expect.stringContaining('Only a POST without a key may need `x-repeatable`'),
    ]);
  });

  it('refuses a key where it is not honoured', async () => {
    expect(await messages(keyed, 'put', '/partner/webhook-endpoints/{endpointId}')).toEqual([
      expect.stringContaining('does not take `Idempotency-Key`'),
    ]);
  });

  testRows([
    ['post', '/partner/matches', { ...keyed, 'x-idempotent': true }],
    ['post', '/leaderboard/rank', { 'x-safe': true, responses: {} }],
    ['post', '/partner/oauth/token', { responses: {} }],
    ['post', '/partner/oauth/refresh', { 'x-repeatable': true, responses: {} }],
    ['get', '/partner/member', { responses: {} }],
  ])('accepts each mark where it belongs', async (method, path, operation) => {
    expect(await messages(operation, method, path)).toEqual([]);
  });
});
