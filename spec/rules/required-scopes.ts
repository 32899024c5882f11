import type { Rule } from './rule.ts';

/** The two closed lists of scopes. What each one grants is said in the specification of the service. */
export const knownScopes = {
  key: [
    'key:oauth:connect',
    'key:member:read',
    'key:match:submit',
    'key:match:submit:trusted',
    'key:tournament:import',
    'key:leaderboard:read',
    'key:webhook:manage',
  ],
  user: [
    'user:profile:read',
    'user:profile:email',
    'user:rating:read',
    'user:rating:history',
    'user:match:submit',
    'user:webhook:subscribe',
  ],
};

export const requiredScopes: Rule = () => ({
  Paths: {
    Operation(operation, { report, location }) {
      const required = operation['x-required-scopes'];
      for (const kind of ['key', 'user'] as const) {
        const scopes = required?.[kind];
        if (!Array.isArray(scopes)) {
          report({
            message: `An operation lists the \`${kind}:\` scopes it needs, even where there are none: \`x-required-scopes: { key: [], user: [] }\`.`,
            location: location.child(required ? 'x-required-scopes' : 'operationId'),
          });
          continue;
        }
        for (const scope of scopes) {
          if (!knownScopes[kind].includes(scope)) {
            report({
              message: `\`${scope}\` is not a \`${kind}:\` scope. Known are ${knownScopes[kind].join(', ')}.`,
              location: location.child(['x-required-scopes', kind]),
            });
          } else if (!operation.description?.includes(`\`${scope}\``)) {
            report({
              message: `The description does not say that \`${scope}\` is needed.`,
              location: location.child('description'),
            });
          }
        }
        if (scopes.length > 0 && operation.security?.length === 0) {
          report({
            message: 'Scopes are needed, yet no credential is: list the credentials in `security`.',
            location: location.child('security'),
          });
        }
      }
    },
  },
});
