import type { Rule } from './rule.ts';

export const explicitSecurity: Rule = () => ({
  Operation(operation, { report, location }) {
    if (operation.security !== undefined) return;
    report({
      message:
        'An operation lists the credentials it takes: add `security`, which is `[]` where none is needed.',
      location: location.key(),
    });
  },
});
