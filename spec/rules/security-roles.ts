import type { Rule } from './rule.ts';

/** Which of the scopes that an operation needs a credential has to have. */
const kindOf = { ApiKey: 'key', AccessToken: 'user' } as const;

/** `security`, which generators read, must agree with `x-required-scopes`. */
export const securityRoles: Rule = () => ({
  Paths: {
    Operation(operation, { report, location }) {
      for (const [index, alternative] of (operation.security ?? []).entries()) {
        for (const [scheme, kind] of Object.entries(kindOf)) {
          const roles = alternative[scheme];
          if (roles === undefined) continue;
          const needed = operation['x-required-scopes']?.[kind] ?? [];
          if (roles.join() === needed.join()) continue;
          report({
            message: `\`${scheme}\` names the \`${kind}:\` scopes of \`x-required-scopes\`: \`${scheme}: [${needed.join(', ')}]\`.`,
            location: location.child(['security', index]),
          });
        }
      }
    },
  },
});
