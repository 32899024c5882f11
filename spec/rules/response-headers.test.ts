import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithEvent, documentWithOperation, findings } from './testing/findings.ts';

const open = { security: [] };
const limited = { security: [{ ApiKey: [] }] };
const everywhere = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options'];
const limits = ['RateLimit-Policy', 'RateLimit'];

describe('response-headers', () => {
  testRows([
    ['200', 'without credentials', open, []],
    ['200', 'with credentials', limited, limits],
    [
      '200',
      'that honours an idempotency key',
      { ...open, 'x-idempotent': true },
      ['Idempotency-Replayed'],
    ],
    ['303', 'without credentials', open, ['Location']],
    ['401', 'with credentials', limited, [...limits, 'WWW-Authenticate']],
    [
      '403',
      'that needs scopes',
      { ...limited, 'x-required-scopes': { key: ['key:match:submit'], user: [] } },
      [...limits, 'WWW-Authenticate'],
    ],
    ['405', 'without credentials', open, ['Allow']],
    ['429', 'with credentials', limited, [...limits, 'Retry-After']],
    ['503', 'without credentials', open, ['Retry-After']],
  ])('asks of each answer its headers', async (status, _, fields, headers) => {
    const expected = [...everywhere, ...headers];
    const bare = { ...fields, responses: { [status]: { description: 'An answer.' } } };
    const found = await findings('response-headers', documentWithOperation(bare));
    expect(found.map(({ message }) => /`([\w-]+)`/.exec(message)?.[1])).toEqual(expected);

    const documented = Object.fromEntries(expected.map((header) => [header, {}]));
    const whole = { ...fields, responses: { [status]: { headers: documented } } };
    expect(await findings('response-headers', documentWithOperation(whole))).toEqual([]);
  });

  it('finds the headers in a referenced response', async () => {
    const operation = {
      ...open,
      responses: { '500': { $ref: '#/components/responses/Internal' } },
    };
    const headers = Object.fromEntries(everywhere.map((header) => [header, {}]));
    const components = { responses: { Internal: { headers } } };
    const document = documentWithOperation(operation, { components });
    expect(await findings('response-headers', document)).toEqual([]);
  });

  it('does not apply to the response to an event, because the receiver writes it', async () => {
    const event = { responses: { '204': { description: 'Received.' } } };
    const document = documentWithEvent(event);
    expect(await findings('response-headers', document)).toEqual([]);
  });
});
