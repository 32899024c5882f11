// A map must limit the form and the number of its keys, and must not have named properties.

import type { Rule } from './rule.ts';

export const mapKeys: Rule = () => ({
  Schema(schema, { report, location }) {
    if (typeof schema.additionalProperties !== 'object') return;
    if (schema.properties !== undefined) {
      report({
        message:
          'A map must not have named properties too: generators give both one type, which optional properties do not fit. Use `additionalProperties: true`, or a separate object.',
        location: location.child('additionalProperties').key(),
      });
    }
    if (schema.propertyNames === undefined) {
      report({
        message:
          'A map says what its keys look like: add `propertyNames` with a reference, a pattern or an enum.',
        location: location.child('additionalProperties').key(),
      });
    }
    if (schema.maxProperties === undefined) {
      report({
        message: 'A map says how large it may become: add `maxProperties`.',
        location: location.child('additionalProperties').key(),
      });
    }
  },
});
