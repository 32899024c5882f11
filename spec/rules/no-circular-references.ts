// A schema must not contain itself, because generators and the stubs replace each reference by its schema.

import type { Location } from '@redocly/openapi-core';
import { reachableSchemas } from './reachable-schemas.ts';
import type { Rule } from './rule.ts';

export const noCircularReferences: Rule = () => ({
  ref(reference, context) {
    if (context.type.name !== 'Schema') return;
    for (const { location } of reachableSchemas(context, reference, context.location)) {
      if (!holds(location, context.location)) continue;
      context.report({
        message:
          'This reference leads back to the schema that holds it. Refer to the other object by its id instead.',
      });
      return;
    }
  },
});

function holds(outer: Location, inner: Location): boolean {
  const within = outer.pointer.endsWith('/') ? outer.pointer : `${outer.pointer}/`;
  return outer.source === inner.source && `${inner.pointer}/`.startsWith(within);
}
