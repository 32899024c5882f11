import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('pattern-messages');
const code = { type: 'string', pattern: '^[a-z]+$' };
const explained = { ...code, 'x-pattern-message': 'Codes are lower case, for example "padel".' };
const finding = [/\/pattern$/, '`x-pattern-message`'] as const;
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const withQuery = (schema: object) =>
  documentWithOperation({
    parameters: [{ name: 'sport', in: 'query', schema: { type: 'array', items: schema } }],
    responses: {},
  });
const withBody = (schema: object) =>
  documentWithOperation({
    requestBody: content({ type: 'object', properties: { sport: schema } }),
    responses: {},
  });

refuses('a pattern in a request that no sentence explains', [
  ['a parameter', withQuery(code), finding],
  ['a body', withBody(code), finding],
  ['no sentence', withBody({ ...code, 'x-pattern-message': 'lower case' }), finding],
]);

accepts('explained patterns, and patterns of answers', [
  ['one that a sentence explains', withQuery(explained)],
  ['any text', withBody({ type: 'string', pattern: '^[^\\u0000\\uD800-\\uDFFF]+$' })],
  ['one of an answer', documentWithOperation({ responses: { 200: content(code) } })],
]);
