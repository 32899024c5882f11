import { documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('array-bounds');
const withArray = (bounds: object) =>
  documentWithSchemas({ Subject: { type: 'array', items: { type: 'integer' }, ...bounds } });

refuses('an array of any length', [
  ['no bound', withArray({}), ['#/components/schemas/Subject/type', '`maxItems`']],
]);

accepts('an array with a bound', [['a bound', withArray({ maxItems: 100 })]]);
