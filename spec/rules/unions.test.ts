import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithOperation, findings } from './findings.ts';

const tagged = (type: string) => ({ type: 'object', properties: { type: { const: type } } });
const schemas = { Created: tagged('created'), Ended: tagged('ended') };
const reference = (name: string) => `#/components/schemas/${name}`;
const union = {
  oneOf: [{ $ref: reference('Created') }, { $ref: reference('Ended') }],
  discriminator: {
    propertyName: 'type',
    mapping: { created: reference('Created'), ended: reference('Ended') },
  },
};
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const answering = (schema: object) =>
  documentWithOperation({ responses: { '200': content(schema) } }, { components: { schemas } });
const taking = (schema: object) =>
  documentWithOperation(
    { requestBody: content(schema), responses: {} },
    { components: { schemas } },
  );

describe('unions', () => {
  testRows([
    ['no discriminator', { oneOf: union.oneOf }, '`mapping`, or take `anyOf`'],
    [
      'an alternative that the mapping lacks',
      {
        ...union,
        discriminator: { propertyName: 'type', mapping: { created: reference('Created') } },
      },
      'it has created, and they have created, ended.',
    ],
    [
      'an alternative without the constant',
      {
        ...union,
        oneOf: [{ $ref: reference('Created') }, { type: 'object', properties: { kind: {} } }],
      },
      'and they have created, undefined.',
    ],
  ])('refuses a union without a complete discriminator', async (_, schema, message) => {
    expect(await findings('unions', taking(schema))).toEqual([
      { at: expect.stringMatching(/schema\/oneOf$/), message: expect.stringContaining(message) },
    ]);
  });

  it('refuses one of an answer that is not open', async () => {
    expect(await findings('unions', answering(union))).toEqual([
      {
        at: expect.stringMatching(/schema\/oneOf$/),
        message: expect.stringContaining('x-extensible-union: true'),
      },
    ]);
  });

  it('accepts one that is, and a closed one of a request', async () => {
    expect(await findings('unions', answering({ ...union, 'x-extensible-union': true }))).toEqual(
      [],
    );
    expect(await findings('unions', taking(union))).toEqual([]);
  });
});
