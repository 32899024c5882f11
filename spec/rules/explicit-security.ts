// Each operation must list its credentials, so that no default applies.

import type { Rule } from './rule.ts';

export const explicitSecurity: Rule = () => ({
  Operation(operation, { report, location }) {
    if (operation.security !== undefined) return;
    report({
      message:
        'An operation lists the credentials that it takes: add `security`. It is `[]` if the operation needs none.',
      location: location.key(),
    });
  },
});
