import { resolved } from './resolved.ts';
import type { Rule } from './rule.ts';

const openNames = ['sport', 'sports', 'code', 'error', 'bracket', 'event', 'events', 'cause'];

/** Sports, brackets, error codes, event types, and causes may grow, and a new value must not break a client. */
export const openSets: Rule = () => ({
  SchemaProperties(properties, context) {
    for (const name of openNames) {
      const property = properties[name];
      if (property === undefined) continue;
      const schema = resolved(context, property, context.location);
      const items = schema?.node.items;
      const one =
        schema && typeof items === 'object' ? resolved(context, items, schema.location) : schema;
      if (one?.node.enum === undefined) continue;
      context.report({
        message: `\`${name}\` is an open set: use a pattern, and name the values known today in the description.`,
        location: context.location.child(name).key(),
      });
    }
  },
});
