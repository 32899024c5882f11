import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('explicit-security');

refuses('an operation that leaves its credentials to a default', [
  [
    'no security',
    documentWithOperation({ responses: {} }),
    ['#/paths/~1partner~1members/get', '`security`'],
  ],
]);

accepts('a credential, or an explicit empty list', [
  ['a credential', documentWithOperation({ security: [{ ApiKey: [] }], responses: {} })],
  ['an empty list', documentWithOperation({ security: [], responses: {} })],
]);
