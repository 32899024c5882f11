import { resolved } from './resolved.ts';
import type { Context, Rule, Schema } from './rule.ts';
import { isScalar, typesOf } from './schema-types.ts';

const rightForm =
  "Write `type: [string, 'null']`, with the type it has otherwise in place of `string`.";

/** An object that may be null stays a union, because a reference cannot list types. */
export const nullableAsTypeArray: Rule = () => ({
  Schema(schema, context) {
    const { report, location } = context;
    if ('nullable' in schema) {
      report({
        message: `\`nullable\` is not part of OpenAPI 3.1. ${rightForm}`,
        location: location.child('nullable').key(),
      });
    }
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      if (isNullOrScalar(schema[keyword], context)) {
        report({
          message: `\`${keyword}\` is not needed to allow null. ${rightForm}`,
          location: location.child(keyword).key(),
        });
      }
    }
  },
});

function isNullOrScalar(choices: Schema[] | undefined, context: Context): boolean {
  const schemas = (choices ?? []).map(
    (choice) => resolved(context, choice, context.location)?.node,
  );
  const others = schemas.filter((schema) => schema && typesOf(schema).join() !== 'null');
  return (
    others.length < schemas.length &&
    others.every((schema) => schema !== undefined && isScalar(schema))
  );
}
