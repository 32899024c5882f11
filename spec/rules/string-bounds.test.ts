import { documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('string-bounds');
const of = (schema: object) => documentWithSchemas({ Subject: schema });
const unbounded = ['#/components/schemas/Subject/type', '`maxLength`'] as const;
const loose = ['#/components/schemas/Subject/pattern', '`^`'] as const;

refuses('a string without a bound', [
  ['a bare string', of({ type: 'string' }), unbounded],
  ['a string that may be null', of({ type: ['string', 'null'] }), unbounded],
  ['a string with a least length only', of({ type: 'string', minLength: 1 }), unbounded],
]);

refuses(
  'a pattern that lets anything pass before or after it',
  ['[a-z]+', '^[a-z]+', '[a-z]+$'].map((pattern) => [
    pattern,
    of({ type: 'string', pattern }),
    loose,
  ]),
);

accepts('a string with a bound', [
  ['a length', of({ type: 'string', maxLength: 100 })],
  ['a pattern', of({ type: 'string', pattern: '^[a-z]+$' })],
  ['a format', of({ type: 'string', format: 'date-time' })],
  ['a closed list', of({ type: 'string', enum: ['enabled', 'disabled'] })],
  ['one value', of({ type: 'string', const: 'Bearer' })],
  ['another type', of({ type: 'integer' })],
]);
