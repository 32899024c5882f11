import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWith, documentWithOperation, findings } from './findings.ts';

const taking = (schema: object, mediaType = 'application/json') => ({
  requestBody: { content: { [mediaType]: { schema } } },
  responses: {},
});
const closed = (properties: object) => ({
  type: 'object',
  properties,
  additionalProperties: false,
});
const open = { type: 'object', properties: { scores: { type: 'array' } } };

describe('request-objects-closed', () => {
  it('refuses a body that takes unknown fields', async () => {
    const found = await findings('request-objects-closed', documentWithOperation(taking(open)));
    expect(found).toEqual([
      {
        at: '#/paths/~1partner~1members/get/requestBody/content/application~1json/schema',
        message: expect.stringContaining('`additionalProperties: false`'),
      },
    ]);
  });

  it('refuses an open object deep in a body, once', async () => {
    const games = { type: 'array', items: { $ref: '#/components/schemas/GameInput' } };
    const document = documentWithOperation(taking(closed({ games, more: games })), {
      components: { schemas: { GameInput: open } },
    });
    const found = await findings('request-objects-closed', document);
    expect(found.map(({ at }) => at)).toEqual(['#/components/schemas/GameInput']);
  });

  testRows([
    ['a closed body', taking(closed({ games: { type: 'array', items: closed({}) } }))],
    ['a map', taking({ type: 'object', additionalProperties: { type: 'string' } })],
    ['an open form', taking(open, 'application/x-www-form-urlencoded')],
  ])('accepts closed bodies, and whatever is no request', async (_, operation) => {
    expect(await findings('request-objects-closed', documentWithOperation(operation))).toEqual([]);
  });

  it('accepts an open event, which a receiver must be able to see grow', async () => {
    const document = documentWith({ webhooks: { 'rating.updated': { post: taking(open) } } });
    expect(await findings('request-objects-closed', document)).toEqual([]);
  });
});
