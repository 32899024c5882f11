import { resolved } from './resolved.ts';
import type { Context, Header, Parameter, Rule, Schema } from './rule.ts';
import { isScalar, typesOf } from './schema-types.ts';

type Described = Parameter | Header;

/** The docs and the mock show the example, so the value must be realistic. */
export const scalarExamples: Rule = () => ({
  SchemaProperties(properties, context) {
    for (const [name, property] of Object.entries(properties)) {
      if (typeof property !== 'object' || hasExample(property)) continue;
      const schema = resolved(context, property, context.location)?.node;
      if (!schema || !isScalar(schema) || hasExample(schema)) continue;
      context.report({
        message: `\`${name}\` has no example. Add \`examples\` with a value that fits the other examples.`,
        location: context.location.child(name).key(),
      });
    }
  },
  Parameter(parameter, context) {
    requireExample(parameter, context);
  },
  Header(header, context) {
    requireExample(header, context);
  },
});

function requireExample(described: Described, context: Context): void {
  if (described.example !== undefined || described.examples !== undefined) return;
  if (described.schema === undefined) return;
  const schema = resolved<Schema>(context, described.schema, context.location);
  if (schema === null || hasExample(schema.node)) return;
  if (typesOf(schema.node).includes('array') && typeof schema.node.items === 'object') {
    const items = resolved(context, schema.node.items, schema.location);
    if (items === null || hasExample(items.node)) return;
  }
  context.report({
    message:
      'There is no example. Add `examples` to the schema, with a value that fits the other examples.',
    location: context.location.key(),
  });
}

function hasExample(schema: Schema): boolean {
  return (
    schema.examples !== undefined || schema.example !== undefined || schema.const !== undefined
  );
}
