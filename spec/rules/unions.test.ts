import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('unions');
const tagged = (type: string) => ({ type: 'object', properties: { type: { const: type } } });
const components = { schemas: { Created: tagged('created'), Ended: tagged('ended') } };
const reference = (name: string) => `#/components/schemas/${name}`;
const created = { $ref: reference('Created') };
const union = {
  oneOf: [created, { $ref: reference('Ended') }],
  discriminator: {
    propertyName: 'type',
    mapping: { created: reference('Created'), ended: reference('Ended') },
  },
};
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const answering = (schema: object) =>
  documentWithOperation({ responses: { '200': content(schema) } }, { components });
const taking = (schema: object) =>
  documentWithOperation({ requestBody: content(schema), responses: {} }, { components });
const at = /schema\/oneOf$/;

refuses('a union without a complete discriminator', [
  ['none', taking({ oneOf: union.oneOf }), [at, '`mapping`, or take `anyOf`']],
  [
    'an alternative that the mapping lacks',
    taking({
      ...union,
      discriminator: { propertyName: 'type', mapping: { created: reference('Created') } },
    }),
    [at, 'it has created, and they have created, ended.'],
  ],
  [
    'an alternative without the constant',
    taking({ ...union, oneOf: [created, { type: 'object', properties: { kind: {} } }] }),
    [at, 'and they have created, undefined.'],
  ],
]);

refuses('a union of an answer that is not open', [
  ['no mark', answering(union), [at, 'x-extensible-union: true']],
]);

accepts('an open union of an answer, and a closed one of a request', [
  ['an answer', answering({ ...union, 'x-extensible-union': true })],
  ['a request', taking(union)],
]);
