import { reachableSchemas } from './reachable-schemas.ts';
import type { Context, MediaType, Rule } from './rule.ts';

/** Answers and events may gain fields, so what describes them must let unknown ones pass. */
export const responseObjectsOpen: Rule = () => {
  const seen = new Set<string>();

  function check(mediaType: MediaType, context: Context): void {
    if (mediaType.schema === undefined) return;
    const start = context.location.child('schema');
    for (const { node, location } of reachableSchemas(context, mediaType.schema, start, seen)) {
      for (const keyword of ['additionalProperties', 'unevaluatedProperties'] as const) {
        if (node[keyword] !== false) continue;
        context.report({
          message: `An answer may gain fields: leave \`${keyword}: false\` out, and make separate schemas for input and output where both use this one.`,
          location: location.child(keyword),
        });
      }
    }
  }

  return {
    Response: { MediaType: check },
    WebhooksMap: { RequestBody: { MediaType: check } },
  };
};
