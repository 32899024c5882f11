import type { Location } from '@redocly/openapi-core';
import { resolved } from './resolved.ts';
import type { Context, Rule, Schema } from './rule.ts';
import { typesOf } from './schema-types.ts';

/**
 * `client_id` and `clientId` are excluded, because they are the name with which the application was registered. `clubId`
 * belongs to another service.
 */
const identifierName = /^(?!(?:clubId|clientId)$)(id|ids|[a-z][A-Za-z]*Ids?|player_id)$/;
const prefixedPattern = /^\^\(?[a-z]{3}_/;

export const identifierPatterns: Rule = () => ({
  SchemaProperties(properties, context) {
    for (const [name, property] of Object.entries(properties)) {
      check(name, property, context, context.location.child(name).key());
    }
  },
  Parameter(parameter, context) {
    if (parameter.schema && parameter.in !== 'header') {
      check(parameter.name, parameter.schema, context, context.location.child('schema'));
    }
  },
});

function check(name: string, schema: Schema, context: Context, at: Location): void {
  if (!identifierName.test(name)) return;
  const identifier = resolved(context, schema, context.location);
  if (identifier === null) return;
  const { items } = identifier.node;
  const one =
    typeof items === 'object' ? resolved(context, items, identifier.location) : identifier;
  if (one === null || !typesOf(one.node).includes('string')) return;
  if (one.node.pattern !== undefined && prefixedPattern.test(one.node.pattern)) return;
  context.report({
    message: `\`${name}\` is an identifier: give it the pattern of its prefix, such as \`^mat_[0-7][0-9a-hjkmnp-tv-z]{25}$\`, by a reference to the schema of that identifier.`,
    location: at,
  });
}
