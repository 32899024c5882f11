import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('positional-parameters');
const schema = { $ref: '#/components/schemas/MemberReference' };
const text = { type: 'string' };
const of = (parameter: object) =>
  documentWithOperation(
    { parameters: [{ in: 'query', ...parameter }], responses: {} },
    { components: { schemas: { MemberReference: text } } },
  );
const at = '#/paths/~1partner~1members/get/parameters/0';
const mark = [`${at}/x-positional`, 'anything else is named'] as const;
const positional = { 'x-positional': true };

refuses(
  'another name for a member, and a positional parameter that is not an identifier in the query',
  [
    [
      'another name',
      of({ name: 'playerId', schema }),
      [`${at}/name`, '`memberId`, and not `playerId`'],
    ],
    ['no identifier', of({ ...positional, name: 'sport', schema: text }), mark],
    [
      'an identifier of the path',
      of({ ...positional, name: 'matchId', in: 'path', required: true, schema: text }),
      mark,
    ],
  ],
);

accepts('the identifier of the thing that an operation is about, and marked names of others', [
  ['the identifier', of({ ...positional, name: 'memberId', schema })],
  ['a name of other services', of({ name: 'player', schema, 'x-compatibility': true })],
]);
