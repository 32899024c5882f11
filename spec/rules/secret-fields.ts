import { answerSchemas } from './reachable-schemas.ts';
import { resolved } from './resolved.ts';
import type { Rule, Schema } from './rule.ts';

const secretName =
  /(?:^|_)(?:key|link|password|secret|token)s?$|(?:Key|Link|Password|Secret|Token)s?$/;

/** The service encrypts the stored response of an operation only if the document marks the secret in it. */
export const secretFields: Rule = () =>
  answerSchemas(({ node, location }, context) => {
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      if (!secretName.test(name)) continue;
      const field = resolved<Schema>(context, property, location.child(['properties', name]));
      if (field === null || !isText(field.node)) continue;
      if (Reflect.get(field.node, 'x-secret') === true) continue;
      context.report({
        message: `\`${name}\` has the name of a secret. Add \`x-secret: true\` to its schema, so that the service stores it only encrypted. If it is not secret, choose another name.`,
        location: field.location,
      });
    }
  });

function isText({ type, items }: Schema): boolean {
  if (typeof items === 'object' && 'type' in items) return isText(items);
  return [type].flat().includes('string');
}
