import type { Location, Referenced } from '@redocly/openapi-core';
import { reachableSchemas } from './reachable-schemas.ts';
import { resolved } from './resolved.ts';
import type { Context, Rule, Schema } from './rule.ts';

/** Any text: what it refuses is no character that somebody typed, and has an error of its own. */
const ANY_TEXT = '^[^\\u0000\\uD800-\\uDFFF]+$';

/** A person who sends a wrong value reads a sentence, and never a regular expression. */
export const patternMessages: Rule = () => {
  const seen = new Set<string>();

  function check(schema: Referenced<Schema>, at: Location, context: Context): void {
    for (const { node, location } of reachableSchemas(context, schema, at, seen)) {
      if (node.pattern === undefined || node.pattern === ANY_TEXT) continue;
      const message: unknown = Reflect.get(node, 'x-pattern-message');
      if (typeof message === 'string' && /^[A-Z].*\.$/.test(message)) continue;
      context.report({
        message:
          'A `pattern` of a request needs `x-pattern-message`: a sentence that says what to send, such as `Sport codes are lower case, for example "pickleball".`',
        location: location.child('pattern').key(),
      });
    }
  }

  return {
    Paths: {
      Parameter(parameter, context) {
        if (parameter.schema === undefined) return;
        check(parameter.schema, context.location.child('schema'), context);
      },
      Operation(operation, context) {
        if (operation.requestBody === undefined) return;
        const at = context.location.child('requestBody');
        const body = resolved(context, operation.requestBody, at);
        for (const [type, { schema }] of Object.entries(body?.node.content ?? {})) {
          if (schema === undefined || body === null) continue;
          check(schema, body.location.child(['content', type, 'schema']), context);
        }
      },
    },
  };
};
