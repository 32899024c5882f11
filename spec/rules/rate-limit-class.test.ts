import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('rate-limit-class');
const operation = (changes: object = {}) =>
  documentWithOperation({
    operationId: 'matches.submit',
    security: [{ ApiKey: [] }],
    'x-rate-limit-class': 'ingest',
    responses: {},
    ...changes,
  });
const at = '#/paths/~1partner~1members/get/x-rate-limit-class';
const known = 'Known are ingest, token, webhook-test';

refuses('an unknown class, and one where no credential could be counted', [
  ['the default', operation({ 'x-rate-limit-class': 'default' }), [at, known]],
  ['an unknown class', operation({ 'x-rate-limit-class': 'upload' }), [at, known]],
  ['no credential', operation({ security: [] }), [at, 'leave `x-rate-limit-class` out']],
]);

accepts('a known class, or none', [
  ['a known class', operation()],
  ['an operation that names none', operation({ 'x-rate-limit-class': undefined })],
]);
