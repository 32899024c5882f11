// Each operation must list the scopes or the role that it needs, and name them in its description.

import { catalogue } from '../src/catalogue.ts';
import { operatorRoles } from './error-responses.ts';
import type { Rule } from './rule.ts';

const knownScopes = {
  key: catalogue.scopes.key.map(({ name }) => name),
  user: catalogue.scopes.player.map(({ name }) => name),
};

const knownRoles: readonly (string | undefined)[] = catalogue.sets['operator-roles'] ?? [];

const teamRoles: readonly (string | undefined)[] = catalogue.sets['team-roles'] ?? [];

export const requiredScopes: Rule = () => ({
  Paths: {
    Operation(operation, { report, location }) {
      const roles = operatorRoles(operation);
      if (roles !== undefined) {
        const inTeam =
          operation.security?.flatMap(({ PartnerSession = [] }) => PartnerSession) ?? [];
        for (const role of inTeam.filter((one) => !teamRoles.includes(one))) {
          report({
            message: `\`${role}\` is no role in a team. Known are ${teamRoles.join(', ')}.`,
            location: location.child('security'),
          });
        }
        for (const role of [...roles, ...inTeam]) {
          if (operation.description?.includes(`\`${role}\``)) continue;
          report({
            message: `The description does not say that the role \`${role}\` is needed.`,
            location: location.child('description'),
          });
        }
        if (roles.length === 1 && knownRoles.includes(roles[0])) return;
        report({
          message: `An operation of operators needs one role: \`OperatorToken: [support]\`. Known are ${knownRoles.join(', ')}.`,
          location: location.child('security'),
        });
        return;
      }
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
