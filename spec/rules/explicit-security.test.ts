import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('explicit-security');

refuses('an operation that leaves its credentials to a default', [
  [
    'no security',
    documentWithOperation({ responses: {} }),
    ['#/paths/~1partner~1members/get', '`security`'],
  ],
]);

accepts('a credential, or none where that is said', [
  ['a credential', documentWithOperation({ security: [{ ApiKey: [] }], responses: {} })],
  ['no credential, said so', documentWithOperation({ security: [], responses: {} })],
]);
