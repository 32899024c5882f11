import { reachableSchemas } from './reachable-schemas.ts';
import { resolved } from './resolved.ts';
import type { Rule } from './rule.ts';
import { isObject } from './schema-types.ts';

/**
 * An unknown field in a JSON request is refused, so that a misspelt one is not lost in silence.
 * Forms are left open: RFC 6749 section 3.2 has the server ignore what it does not know.
 */
export const requestObjectsClosed: Rule = () => {
  const seen = new Set<string>();
  return {
    Paths: {
      Operation(operation, context) {
        if (operation.requestBody === undefined) return;
        const at = context.location.child('requestBody');
        const body = resolved(context, operation.requestBody, at);
        const json = body?.node.content['application/json']?.schema;
        if (!body || !json) return;
        const start = body.location.child(['content', 'application/json', 'schema']);
        for (const { node, location } of reachableSchemas(context, json, start, seen)) {
          if (!isObject(node) || node.additionalProperties === false) continue;
          if (typeof node.additionalProperties === 'object') continue;
          context.report({
            message:
              'An object of a request takes known fields only: add `additionalProperties: false`.',
            location: location.key(),
          });
        }
      },
    },
  };
};
