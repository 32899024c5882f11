import { describe, expect, it } from 'vitest';
import { documentWith, documentWithSchemas, findings } from './findings.ts';

describe('scalar-examples', () => {
  it.each([
    ['a string', { type: 'string' }],
    ['a number that may be null', { type: ['number', 'null'] }],
    ['a reference to a scalar', { $ref: '#/components/schemas/Bare' }],
  ])('refuses %s without an example', async (_, property) => {
    const document = documentWithSchemas({
      Bare: { type: 'integer' },
      Subject: { type: 'object', properties: { property } },
    });
    expect(await findings('scalar-examples', document)).toEqual([
      {
        at: '#/components/schemas/Subject/properties/property',
        message: expect.stringContaining('`property` has no example'),
      },
    ]);
  });

  it.each([
    ['an example', { type: 'string', examples: ['Mike B.'] }],
    ['a reference to a scalar with an example', { $ref: '#/components/schemas/Shown' }],
    ['a constant', { type: 'string', const: 'Bearer' }],
    ['an object', { type: 'object', properties: {} }],
    ['an array', { type: 'array', items: { type: 'string' } }],
  ])('accepts %s', async (_, property) => {
    const document = documentWithSchemas({
      Shown: { type: 'integer', examples: [10482] },
      Subject: { type: 'object', properties: { property } },
    });
    expect(await findings('scalar-examples', document)).toEqual([]);
  });

  it.each([
    ['parameters', { name: 'limit', in: 'query' }],
    ['headers', {}],
  ])('refuses %s without an example', async (group, fields) => {
    const component = { ...fields, schema: { type: 'integer' } };
    const document = documentWith({ components: { [group]: { Subject: component } } });
    expect(await findings('scalar-examples', document)).toEqual([
      { at: `#/components/${group}/Subject`, message: expect.stringContaining('Add `examples`') },
    ]);
  });

  it.each([
    ['of its own', { example: 20, schema: { type: 'integer' } }],
    ['in its schema', { schema: { type: 'integer', examples: [20] } }],
    [
      'in the items of its list',
      { schema: { type: 'array', items: { type: 'integer', examples: [20] } } },
    ],
  ])('accepts a parameter with an example %s', async (_, fields) => {
    const component = { name: 'limit', in: 'query', ...fields };
    const document = documentWith({ components: { parameters: { Subject: component } } });
    expect(await findings('scalar-examples', document)).toEqual([]);
  });
});
