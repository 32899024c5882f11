import { documentWith, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('json-schema-dialect');
const draft = 'https://json-schema.org/draft/2020-12/schema';
const other = 'https://spec.openapis.org/oas/3.1/dialect/base';

refuses('a missing or another dialect', [
  ['no dialect', documentWith({}), [/^#/, `\`jsonSchemaDialect: ${draft}\``]],
  [
    'another dialect',
    documentWith({ jsonSchemaDialect: other }),
    [/^#/, `\`jsonSchemaDialect: ${draft}\``],
  ],
]);

accepts('draft 2020-12', [['the draft', documentWith({ jsonSchemaDialect: draft })]]);
