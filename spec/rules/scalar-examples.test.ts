import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import { documentWith, documentWithSchemas, findings } from './findings.ts';

describe('scalar-examples', () => {
  testRows([
    ['a string', { type: 'string' }],
    ['a number that may be null', { type: ['number', 'null'] }],
    ['a reference to a scalar', { $ref: '#/components/schemas/Bare' }],
  ])('refuses a scalar property without an example', async (_, property) => {
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

  testRows([
    ['an example', { type: 'string', examples: ['Mike B.'] }],
    ['a reference to a scalar with an example', { $ref: '#/components/schemas/Shown' }],
    ['a constant', { type: 'string', const: 'Bearer' }],
    ['an object', { type: 'object', properties: {} }],
    ['an array', { type: 'array', items: { type: 'string' } }],
  ])('accepts an example, and what needs none', async (_, property) => {
    const document = documentWithSchemas({
      Shown: { type: 'integer', examples: [10482] },
      Subject: { type: 'object', properties: { property } },
    });
    expect(await findings('scalar-examples', document)).toEqual([]);
  });

  testRows([
    ['parameters', { name: 'limit', in: 'query' }],
    ['headers', {}],
  ])('refuses parameters and headers without an example', async (group, fields) => {
    const component = { ...fields, schema: { type: 'integer' } };
    const document = documentWith({ components: { [group]: { Subject: component } } });
    expect(await findings('scalar-examples', document)).toEqual([
      { at: `#/components/${group}/Subject`, message: expect.stringContaining('Add `examples`') },
    ]);
  });

  testRows([
    ['of its own', { example: 20, schema: { type: 'integer' } }],
    ['in its schema', { schema: { type: 'integer', examples: [20] } }],
    [
      'in the items of its list',
      { schema: { type: 'array', items: { type: 'integer', examples: [20] } } },
    ],
  ])('accepts a parameter with an example of its own, or in its schema', async (_, fields) => {
    const component = { name: 'limit', in: 'query', ...fields };
    const document = documentWith({ components: { parameters: { Subject: component } } });
    expect(await findings('scalar-examples', document)).toEqual([]);
  });
});
