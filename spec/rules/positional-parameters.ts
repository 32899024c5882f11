import type { Parameter, Rule } from './rule.ts';

const reference = 'MemberReference';

/**
 * In clients, identifiers of the resource are positional arguments, and all other parameters are named. A member has the
 * same parameter name everywhere. Names of other services are marked.
 */
export const positionalParameters: Rule = () => ({
  Parameter(parameter, { report, location }) {
    const { name, schema } = parameter;
    const isMember = new RegExp(`[/]${reference}(\\.yaml)?$`).test(String(schema?.$ref));
    if (isMember && name !== 'memberId' && !isCompatible(parameter)) {
      report({
        message: `A parameter that names a member is called \`memberId\`, and not \`${name}\`.`,
        location: location.child('name'),
      });
    }
    if (!isPositional(parameter) || (parameter.in === 'query' && isIdentifier(name))) return;
    report({
      message:
        '`x-positional` marks an identifier in the query. Those of the path are positional anyway, and anything else is named.',
      location: location.child('x-positional').key(),
    });
  },
});

const isCompatible = (parameter: Parameter) => Reflect.get(parameter, 'x-compatibility') === true;
const isPositional = (parameter: Parameter) => Reflect.get(parameter, 'x-positional') === true;
const isIdentifier = (name: string) => /^[a-z][A-Za-z]*Id$/.test(name);
