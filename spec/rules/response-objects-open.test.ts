import { describe, expect, it } from 'vitest';
import { documentWith, documentWithOperation, findings } from './findings.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const closed = { type: 'object', additionalProperties: false };

describe('response-objects-open', () => {
  it('refuses an answer that can never gain a field', async () => {
    const operation = { responses: { '200': content({ type: 'array', items: closed }) } };
    expect(await findings('response-objects-open', documentWithOperation(operation))).toEqual([
      {
        at: '#/paths/~1partner~1members/get/responses/200/content/application~1json/schema/items/additionalProperties',
        message: expect.stringContaining('separate schemas for input and output'),
      },
    ]);
  });

  it('refuses an event that can never gain a field', async () => {
    const event = { requestBody: content(closed), responses: {} };
    const document = documentWith({ webhooks: { 'rating.updated': { post: event } } });
    expect(await findings('response-objects-open', document)).toHaveLength(1);
  });

  it('accepts open answers and closed requests', async () => {
    const operation = {
      requestBody: content(closed),
      responses: { '200': content({ type: 'object', properties: {} }) },
    };
    expect(await findings('response-objects-open', documentWithOperation(operation))).toEqual([]);
  });
});
