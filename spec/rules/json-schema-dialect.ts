import type { Rule } from './rule.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** Without a dialect, the mock reads the schemas as draft-07. */
export const jsonSchemaDialect: Rule = () => ({
  Root(root, { report, location }) {
    if ('jsonSchemaDialect' in root && root.jsonSchemaDialect === dialect) return;
    report({
      message: `The document names its dialect: \`jsonSchemaDialect: ${dialect}\`.`,
      location: location.key(),
    });
  },
});
