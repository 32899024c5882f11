// Responses must have single statuses, not ranges such as 4XX or a default.

import type { Rule } from './rule.ts';

export const explicitStatuses: Rule = () => ({
  Responses(responses, { report, location }) {
    for (const status of Object.keys(responses)) {
      if (/^[1-5][0-9]{2}$/.test(status)) continue;
      report({
        message: `\`${status}\` does not name single statuses. Write each one out, as in \`'404'\`.`,
        location: location.child(status).key(),
      });
    }
  },
});
