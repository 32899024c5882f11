import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import { documentWithOperation, findings } from './findings.ts';

const code = { type: 'string', pattern: '^[a-z]+$' };
const explained = { ...code, 'x-pattern-message': 'Codes are lower case, for example "padel".' };
const withQuery = (schema: object) => ({
  parameters: [{ name: 'sport', in: 'query', schema: { type: 'array', items: schema } }],
  responses: {},
});
const withBody = (schema: object) => ({
  requestBody: {
    content: { 'application/json': { schema: { type: 'object', properties: { sport: schema } } } },
  },
  responses: {},
});

describe('pattern-messages', () => {
  testRows([
    ['a parameter', withQuery(code)],
    ['a body', withBody(code)],
    ['a body, with no sentence', withBody({ ...code, 'x-pattern-message': 'lower case' })],
  ])('refuses a pattern in a request that no sentence explains', async (_, operation) => {
    const found = await findings('pattern-messages', documentWithOperation(operation));
    expect(found).toEqual([
      {
        at: expect.stringMatching(/\/pattern$/),
        message: expect.stringContaining('`x-pattern-message`'),
      },
    ]);
  });

  testRows([
    ['one that a sentence explains', withQuery(explained)],
    ['any text', withBody({ type: 'string', pattern: '^[^\\u0000\\uD800-\\uDFFF]+$' })],
    [
      'one of an answer',
      { responses: { 200: { description: 'Ok', content: { 'text/plain': { schema: code } } } } },
    ],
  ])('accepts explained patterns, and patterns of answers', async (_, operation) => {
    expect(await findings('pattern-messages', documentWithOperation(operation))).toEqual([]);
  });
});
