import { answerSchemas } from './reachable-schemas.ts';
import { resolved } from './resolved.ts';
import type { Context, Rule, Schema } from './rule.ts';

/**
 * The alternatives of a union differ by one property, which has another constant in each. Generators make a tagged
 * union of it. A union in a response may gain alternatives later, so it is marked as open.
 */
export const unions: Rule = () => ({
  ...answerSchemas(({ node, location }, context) => {
    if (node.oneOf === undefined || 'x-extensible-union' in node) return;
    context.report({
      message:
        'A union of an answer may gain alternatives: add `x-extensible-union: true`, and say in its description what to do with one that is not known.',
      location: location.child('oneOf').key(),
    });
  }),
  Schema(schema, context) {
    if (schema.oneOf === undefined) return;
    const error = errorOf(schema, context);
    if (error === null) return;
    context.report({ message: error, location: context.location.child('oneOf').key() });
  },
});

function errorOf({ oneOf = [], discriminator }: Schema, context: Context): string | null {
  if (discriminator?.mapping === undefined) {
    return 'A union says how its alternatives are distinguished: add `discriminator` with `propertyName` and `mapping`, or take `anyOf`.';
  }
  const { propertyName, mapping } = discriminator;
  const constants = oneOf.map(
    (one) =>
      resolved(context, one, context.location)?.node.properties?.[propertyName] as
        | { const?: unknown }
        | undefined,
  );
  const found = constants.map((property) => String(property?.const)).toSorted();
  return found.join() === Object.keys(mapping).toSorted().join()
    ? null
    : `Each alternative has \`${propertyName}\` as a \`const\`, and \`mapping\` has an entry for each: it has ${Object.keys(mapping).join(', ')}, and they have ${found.join(', ')}.`;
}
