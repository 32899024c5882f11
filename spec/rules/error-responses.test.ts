import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithEvent, documentWithOperation, findings } from './testing/findings.ts';

const responses = (...statuses: string[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: 'An answer.' }]));

const secured = {
  security: [{ ApiKey: [] }],
  'x-required-scopes': { key: ['key:member:read'], user: [] },
};
const ofAll = ['400', '500', '503'];

describe('error-responses', () => {
  testRows([
    ['any operation', {}, ofAll],
    ['an operation with credentials', { security: [{}, { ApiKey: [] }] }, [...ofAll, '401', '429']],
    ['an operation with scopes', secured, [...ofAll, '401', '403', '429']],
    ['an operation with a body', { requestBody: { content: {} } }, [...ofAll, '413', '415']],
    [
      'an operation that honours an idempotency key',
      { 'x-idempotent': true },
      [...ofAll, '409', '422'],
    ],
  ])('asks of each operation the errors it can answer', async (_, fields, statuses) => {
    const bare = documentWithOperation({ ...fields, responses: responses('200') });
    const found = await findings('error-responses', bare);
    expect(found.map(({ message }) => /'(\d+)'/.exec(message)?.[1]).sort()).toEqual(
      statuses.sort(),
    );

    const whole = documentWithOperation({ ...fields, responses: responses('200', ...statuses) });
    expect(await findings('error-responses', whole)).toEqual([]);
  });

  it('does not apply to an event, because the receiver answers it', async () => {
    const event = { responses: responses('204') };
    const document = documentWithEvent(event);
    expect(await findings('error-responses', document)).toEqual([]);
  });
});
