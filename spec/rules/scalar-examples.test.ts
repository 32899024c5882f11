import { documentWith, documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('scalar-examples');
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const withProperty = (property: object) =>
  documentWithSchemas({
    Bare: { type: 'integer' },
    Shown: { type: 'integer', examples: [10482] },
    Subject: { type: 'object', properties: { property } },
  });
const component = (group: string, fields: object) =>
  documentWith({ components: { [group]: { Subject: fields } } });
const parameter = (fields: object) =>
  component('parameters', { name: 'limit', in: 'query', ...fields });
const property = '#/components/schemas/Subject/properties/property';
const shown = { type: 'integer', examples: [20] };

refuses('a scalar without an example', [
  ['a string', withProperty({ type: 'string' }), [property, '`property` has no example']],
  [
    'a number that may be null',
    withProperty({ type: ['number', 'null'] }),
    [property, '`property` has no example'],
  ],
  [
    'a reference to a scalar',
    withProperty(reference('Bare')),
    [property, '`property` has no example'],
  ],
  [
    'a parameter',
    parameter({ schema: { type: 'integer' } }),
    ['#/components/parameters/Subject', 'Add `examples`'],
  ],
  [
    'a header field',
    component('headers', { schema: { type: 'integer' } }),
    ['#/components/headers/Subject', 'Add `examples`'],
  ],
]);

accepts('an example, and values that need none', [
  ['an example', withProperty({ type: 'string', examples: ['Mike B.'] })],
  ['a reference to a scalar with an example', withProperty(reference('Shown'))],
  ['a constant', withProperty({ type: 'string', const: 'Bearer' })],
  ['an object', withProperty({ type: 'object', properties: {} })],
  ['an array', withProperty({ type: 'array', items: { type: 'string' } })],
  ['a parameter with one', parameter({ example: 20, schema: { type: 'integer' } })],
  ['a parameter with one in its schema', parameter({ schema: shown })],
  ['a parameter with one in its items', parameter({ schema: { type: 'array', items: shown } })],
]);
