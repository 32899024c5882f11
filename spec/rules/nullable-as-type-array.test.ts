import { documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('nullable-as-type-array');
const name = { type: 'string', maxLength: 100 };
const member = { type: 'object', properties: { name } };
const reference = (component: string) => ({ $ref: `#/components/schemas/${component}` });
const documentOf = (schema: object) =>
  documentWithSchemas({ Name: name, Member: member, Subject: schema });

refuses(
  'a scalar that may be null in another way',
  (
    [
      ['nullable', { ...name, nullable: true }],
      ['oneOf', { oneOf: [name, { type: 'null' }] }],
      ['anyOf', { anyOf: [reference('Name'), { type: 'null' }] }],
    ] as const
  ).map(([keyword, schema]) => [
    keyword,
    documentOf(schema),
    [`#/components/schemas/Subject/${keyword}`, "`type: [string, 'null']`"],
  ]),
);

accepts('a list of types, and an object or null', [
  ['a list of types', documentOf({ type: ['string', 'null'] })],
  ['an object or null', documentOf({ anyOf: [reference('Member'), { type: 'null' }] })],
  ['a choice of objects', documentOf({ oneOf: [reference('Member'), member] })],
  ['a choice of scalars', documentOf({ oneOf: [{ type: 'string' }, { type: 'integer' }] })],
]);
