import { documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('sets-from-catalogue');
const withSet = (set: object) => documentWithSchemas({ Subject: { type: 'string', ...set } });

refuses(
  'a set with values that no list has',
  ['enum', 'x-extensible-enum'].map((name) => [
    name,
    withSet({ [name]: ['on', 'off'] }),
    [`#/components/schemas/Subject/${name}`, 'spec/catalogue/sets.json'],
  ]),
);

accepts('lists of the catalogue, and small sets of a schema', [
  ['a list by its name', withSet({ 'x-extensible-enum': ['{{endpoint-statuses}}'] })],
  ['the values of a list', withSet({ enum: ['all', 'failed', 'success'] })],
  ['a constant', withSet({ enum: ['private, no-store'] })],
  ['numbers', withSet({ type: 'integer', enum: [1, 2] })],
]);
