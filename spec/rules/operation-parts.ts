import type { Rule } from './rule.ts';

const parts = [
  { opening: '**Needs**', of: /^\*\*Needs\*\*/m, says: 'which credential and scopes it needs' },
  { opening: '**Side effects:**', of: /^\*\*Side effects:\*\*/m, says: 'what it changes' },
  {
    opening: '**Idempotency:**',
    of: /^\*\*Idempotency:\*\*/m,
    says: 'what happens when it is repeated',
    onlyWriting: true,
  },
];

/** Every description has the same parts with the same names. */
export const operationParts: Rule = () => ({
  Paths: {
    Operation({ description = '' }, { report, location, key }) {
      for (const { opening, of, says, onlyWriting = false } of parts) {
        if (of.test(description) || (onlyWriting && key === 'get')) continue;
        report({
          message: `The description has a paragraph that says ${says}, and begins \`${opening}\`.`,
          location: location.child('description'),
        });
      }
    },
  },
});
