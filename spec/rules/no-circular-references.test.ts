import { documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('no-circular-references');
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const holding = (name: string) => ({ type: 'object', properties: { other: to(name) } });

refuses('a schema that holds itself, directly or through others', [
  [
    'itself',
    documentWithSchemas({ A: holding('A') }),
    ['#/components/schemas/A/properties/other', 'by its id'],
  ],
  [
    'a circle through other schemas',
    documentWithSchemas({
      A: { type: 'array', items: to('B') },
      B: { anyOf: [to('C')] },
      C: { type: 'object', additionalProperties: to('A') },
      Outside: holding('A'),
    }),
    ['#/components/schemas/A/items', 'by its id'],
    ['#/components/schemas/B/anyOf/0', 'by its id'],
    ['#/components/schemas/C/additionalProperties', 'by its id'],
  ],
]);

accepts('a schema used in two places', [
  [
    'two places',
    documentWithSchemas({
      A: { type: 'object', properties: { first: to('B'), second: to('B'), third: holding('B') } },
      B: { type: 'string' },
    }),
  ],
]);
