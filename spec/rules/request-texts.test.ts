import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithOperation, findings } from './findings.ts';

const field = '#/paths/~1partner~1members/post/requestBody/content/application~1json/schema';

function documentWithText(text: object, name = 'reason') {
  const schema = { type: 'object', properties: { [name]: text } };
  const requestBody = { content: { 'application/json': { schema } } };
  return documentWithOperation({ requestBody, responses: {} }, { method: 'post' });
}

describe('request-texts', () => {
  testRows([
    ['a length only', { type: 'string', maxLength: 100 }],
    ['a length only, and may be null', { type: ['string', 'null'], maxLength: 100 }],
    ['a pattern of any text', { type: 'string', pattern: '^[^\\u0000]+$', examples: ['Final'] }],
    ['a pattern that ends openly', { type: 'string', pattern: '^a[\\s\\S]*$', examples: ['ab'] }],
    ['a format that allows any character', { type: 'string', format: 'uri-reference' }],
  ])('refuses a text of a body that only a length bounds', async (_, text) => {
    expect(await findings('request-texts', documentWithText(text))).toEqual([
      { at: `${field}/properties/reason/type`, message: expect.stringContaining('plain-text') },
    ]);
  });

  it('refuses a parameter and an item of a list that follow no rule', async () => {
    const list = { type: 'array', items: { type: 'string', maxLength: 10 } };
    const parameters = [{ name: 'tags', in: 'query', schema: list }];
    const document = documentWithOperation({ parameters, responses: {} });
    expect(await findings('request-texts', document)).toMatchObject([
      { at: expect.stringMatching(/parameters\/0\/schema\/items\/type$/) },
    ]);
  });

  testRows([
    ['the format of texts', { type: 'string', format: 'plain-text', maxLength: 100 }],
    ['a pattern of visible characters', { type: 'string', pattern: '^[a-z]+$', examples: ['ab'] }],
    ['a date', { type: 'string', format: 'date' }],
    ['a closed list', { type: 'string', enum: ['enabled', 'disabled'] }],
    ['another type', { type: 'integer' }],
  ])('accepts texts with a format or a pattern', async (_, text) => {
    expect(await findings('request-texts', documentWithText(text))).toEqual([]);
  });

  it('accepts an opaque value of OAuth, and any text of an answer', async () => {
    const bare = { type: 'string', maxLength: 100 };
    expect(await findings('request-texts', documentWithText(bare, 'code_verifier'))).toEqual([]);
    const content = { 'application/json': { schema: bare } };
    const document = documentWithOperation({ responses: { '200': { description: '', content } } });
    expect(await findings('request-texts', document)).toEqual([]);
  });
});
