import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('request-texts');
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const withText = (text: object, name = 'reason') =>
  documentWithOperation({
    requestBody: content({ type: 'object', properties: { [name]: text } }),
    responses: {},
  });
const bare = { type: 'string', maxLength: 100 };
const tags = { name: 'tags', in: 'query', schema: { type: 'array', items: bare } };

refuses('a text of a request that only a length bounds', [
  ...(
    [
      ['a length only', bare],
      ['a length only, and may be null', { ...bare, type: ['string', 'null'] }],
      ['a pattern of any text', { type: 'string', pattern: '^[^\\u0000]+$', examples: ['Final'] }],
      ['a pattern that ends openly', { type: 'string', pattern: '^a[\\s\\S]*$', examples: ['ab'] }],
      ['a format that allows any character', { type: 'string', format: 'uri-reference' }],
    ] as const
  ).map(
    ([what, text]) =>
      [what, withText(text), [/\/properties\/reason\/type$/, 'plain-text']] as const,
  ),
  [
    'an item of a parameter',
    documentWithOperation({ parameters: [tags], responses: {} }),
    [/parameters\/0\/schema\/items\/type$/, 'plain-text'],
  ],
]);

accepts('texts with a format or a pattern, opaque values of OAuth, and texts of answers', [
  ['the format of texts', withText({ ...bare, format: 'plain-text' })],
  [
    'a pattern of visible characters',
    withText({ type: 'string', pattern: '^[a-z]+$', examples: ['ab'] }),
  ],
  ['a date', withText({ type: 'string', format: 'date' })],
  ['a closed list', withText({ type: 'string', enum: ['enabled', 'disabled'] })],
  ['another type', withText({ type: 'integer' })],
  ['an opaque value of OAuth', withText(bare, 'code_verifier')],
  ['an answer', documentWithOperation({ responses: { '200': content(bare) } })],
]);
