import { reachableSchemas } from './reachable-schemas.ts';
import { resolved } from './resolved.ts';
import type { Rule } from './rule.ts';
import { isObject } from './schema-types.ts';

/**
 * The service refuses unknown fields in a JSON request, so that a misspelt field is not ignored silently. Forms stay
 * open, because RFC 6749 section 3.2 requires the server to ignore unknown parameters.
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
