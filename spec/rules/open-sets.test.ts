import { documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('open-sets');
const withProperty = (name: string, property: object) =>
  documentWithSchemas({ Subject: { type: 'object', properties: { [name]: property } } });

refuses(
  'a closed list for a set that grows',
  (
    [
      ['sport', { type: 'string', enum: ['pickleball', 'padel'] }],
      ['code', { type: 'string', enum: ['not_found'] }],
      ['events', { type: 'array', items: { type: 'string', enum: ['rating.updated'] } }],
    ] as const
  ).map(([name, property]) => [
    name,
    withProperty(name, property),
    [`#/components/schemas/Subject/properties/${name}`, 'use a pattern'],
  ]),
);

accepts('patterns, and lists that are closed', [
  ['a pattern', withProperty('sport', { type: 'string', pattern: '^[a-z-]+$' })],
  ['a closed list', withProperty('status', { type: 'string', enum: ['enabled', 'disabled'] })],
  ['a constant', withProperty('type', { type: 'string', const: 'rating.updated' })],
]);
