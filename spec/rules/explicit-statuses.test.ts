import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('explicit-statuses');
const answering = (status: string) =>
  documentWithOperation({ responses: { [status]: { description: 'Refused.' } } });

refuses(
  'ranges of statuses and the default',
  ['4XX', '5xx', 'default'].map((status) => [
    status,
    answering(status),
    [`#/paths/~1partner~1members/get/responses/${status}`, "`'404'`"],
  ]),
);

accepts('a single status', [['404', answering('404')]]);
