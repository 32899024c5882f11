import { documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('map-keys');
const map = {
  type: 'object',
  propertyNames: { pattern: '^[a-z]+$' },
  maxProperties: 64,
  additionalProperties: { type: 'number' },
};
const { propertyNames: _, ...withoutNames } = map;
const { maxProperties: __, ...withoutBound } = map;
const mixed = { ...map, properties: { size: { type: 'number' } } };
const at = '#/components/schemas/Subject/additionalProperties';

refuses('a map without bounds for its keys, or with named properties', [
  ['any names', documentWithSchemas({ Subject: withoutNames }), [at, '`propertyNames`']],
  ['any number', documentWithSchemas({ Subject: withoutBound }), [at, '`maxProperties`']],
  ['names', documentWithSchemas({ Subject: mixed }), [at, '`additionalProperties: true`']],
]);

accepts('a map with both, and an object that is no map', [
  ['a map', documentWithSchemas({ Map: map })],
  [
    'a closed object',
    documentWithSchemas({ Closed: { type: 'object', additionalProperties: false } }),
  ],
  ['an open object', documentWithSchemas({ Open: { type: 'object', additionalProperties: true } })],
]);
