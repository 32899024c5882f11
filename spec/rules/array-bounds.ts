// Each array must have a maximum length.

import type { Rule } from './rule.ts';
import { typesOf } from './schema-types.ts';

export const arrayBounds: Rule = () => ({
  Schema(schema, { report, location }) {
    if (!typesOf(schema).includes('array') || schema.maxItems !== undefined) return;
    report({
      message: 'An array says how long it may become: add `maxItems`.',
      location: location.child('type').key(),
    });
  },
});
