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

refuses('a mark where it says nothing new', [
  ['a GET that honours a key', of('get', '/partner/member', idempotent), leftOut],
  ['an OAuth operation that does', of('post', '/partner/oauth/token', idempotent), leftOut],
  [
    'a safe operation that does',
    of('post', '/leaderboard/rank', { ...idempotent, 'x-safe': true }),
    leftOut,
  ],
  [
    'what is safe by its method',
    of('get', '/partner/member', { 'x-safe': true }),
    [anywhere, 'Only a POST may need `x-safe`'],
  ],
  ['what is repeated anyway', of('put', endpoint, { 'x-repeatable': true }), repeatable],
  [
    'what honours a key',
    of('post', '/partner/matches', { ...idempotent, 'x-repeatable': true }),
    repeatable,
  ],
]);

refuses('a key where it is not honoured', [
  ['a PUT', of('put', endpoint, keyed), [anywhere, 'does not take `Idempotency-Key`']],
]);

accepts('each mark where it belongs', [
  ['a key that is honoured', of('post', '/partner/matches', idempotent)],
  ['a POST that only reads', of('post', '/leaderboard/rank', { 'x-safe': true })],
  ['an OAuth operation', of('post', '/partner/oauth/token')],
  ['one that may be repeated', of('post', '/partner/oauth/refresh', { 'x-repeatable': true })],
  ['a GET', of('get', '/partner/member')],
]);
