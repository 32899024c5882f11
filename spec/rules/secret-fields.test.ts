import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('secret-fields');
const answerWith = (properties: object, schemas: object = {}) =>
  documentWithOperation(
    { responses: { '200': { content: { 'application/json': { schema: { properties } } } } } },
    { components: { schemas } },
  );
const advice = 'Add `x-secret: true`';
const text = { type: 'string' };
const secret = { ...text, 'x-secret': true };
const shared = { $ref: '#/components/schemas/Shared' };
const property = (name: string) => new RegExp(`/properties/${name}$`);

refuses('a secret of a response that is not marked', [
  ['a link', answerWith({ link: text }), [property('link'), advice]],
  ['a key', answerWith({ apiKey: text }), [property('apiKey'), advice]],
  ['a token of OAuth', answerWith({ access_token: text }), [property('access_token'), advice]],
  [
    'one that may be null',
    answerWith({ refresh_token: { type: ['string', 'null'] } }),
    [property('refresh_token'), advice],
  ],
  [
    'a list',
    answerWith({ recoveryKeys: { type: 'array', items: text } }),
    [property('recoveryKeys'), advice],
  ],
  [
    'a secret inside an object',
    answerWith({ endpoint: { type: 'object', properties: { secret: text } } }),
    [property('secret'), advice],
  ],
  [
    'a shared schema',
    answerWith({ secret: shared }, { Shared: text }),
    ['#/components/schemas/Shared', advice],
  ],
]);

accepts('marked secrets, and fields that are not secret', [
  ['a marked field', answerWith({ link: secret })],
  ['a marked shared schema', answerWith({ secret: shared }, { Shared: secret })],
  ['a number of keys', answerWith({ liveKeys: { type: 'integer' } })],
  ['a list of objects', answerWith({ tokens: { type: 'array', items: { type: 'object' } } })],
  ['an id', answerWith({ keyId: text, token_type: text })],
  [
    'a secret that a request sends',
    documentWithOperation({
      requestBody: {
        content: { 'application/json': { schema: { properties: { password: text } } } },
      },
      responses: {},
    }),
  ],
]);
