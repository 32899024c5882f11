import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('idempotent-operations');
const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
const keyed = { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] };
const of = (method: string, path: string, fields: object = {}) =>
  documentWithOperation(
    { responses: {}, ...fields },
    { method, path, components: { parameters: { IdempotencyKey: key } } },
  );
const anywhere = /^#\/paths\//;
const endpoint = '/partner/webhook-endpoints/{endpointId}';
const idempotent = { ...keyed, 'x-idempotent': true };
const leftOut = [anywhere, 'leave `x-idempotent` out'] as const;
const repeatable = [anywhere, 'Only a POST without a key may need `x-repeatable`'] as const;

refuses('a POST outside OAuth that cannot be repeated, or takes no key for it', [
  ['no mark', of('post', '/partner/matches'), [anywhere, 'add `x-idempotent: true`']],
  [
    'no key',
    of('post', '/partner/matches', { 'x-idempotent': true }),
    [anywhere, 'components/parameters/IdempotencyKey.yaml'],
  ],
]);

refuses('a mark that says nothing new', [
  ['a GET that honours a key', of('get', '/partner/member', idempotent), leftOut],
  [
    'an OAuth operation that honours a key',
    of('post', '/partner/oauth/token', idempotent),
    leftOut,
  ],
  [
    'a safe operation that honours a key',
    of('post', '/leaderboard/rank', { ...idempotent, 'x-safe': true }),
    leftOut,
  ],
  [
    'a GET that is marked as safe',
    of('get', '/partner/member', { 'x-safe': true }),
    [anywhere, 'Only a POST may need `x-safe`'],
  ],
  ['a PUT that is marked as repeatable', of('put', endpoint, { 'x-repeatable': true }), repeatable],
  [
    'a repeatable operation that honours a key',
    of('post', '/partner/matches', { ...idempotent, 'x-repeatable': true }),
    repeatable,
  ],
]);

refuses('a key that the operation does not honour', [
  ['a PUT', of('put', endpoint, keyed), [anywhere, 'does not take `Idempotency-Key`']],
]);

accepts('each mark where it belongs', [
  ['a key that is honoured', of('post', '/partner/matches', idempotent)],
  ['a POST that only reads', of('post', '/leaderboard/rank', { 'x-safe': true })],
  ['an OAuth operation', of('post', '/partner/oauth/token')],
  ['one that may be repeated', of('post', '/partner/oauth/refresh', { 'x-repeatable': true })],
  ['a GET', of('get', '/partner/member')],
]);
