import { answerSchemas } from './reachable-schemas.ts';
import type { Rule } from './rule.ts';

/** Responses and events may gain fields, so their schemas must accept unknown ones. */
export const responseObjectsOpen: Rule = () =>
  answerSchemas(({ node, location }, context) => {
    for (const keyword of ['additionalProperties', 'unevaluatedProperties'] as const) {
      if (node[keyword] !== false) continue;
      context.report({
        message: `An answer may gain fields: leave \`${keyword}: false\` out, and make separate schemas for input and output where both use this one.`,
        location: location.child(keyword),
      });
    }
  });
