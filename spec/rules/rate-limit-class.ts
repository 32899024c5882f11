import { catalogue } from '../src/catalogue.ts';
import type { Rule } from './rule.ts';

/** The classes other than `default`. Operations that name no class count in `default`. */
const classes = catalogue.rateLimitClasses
  .map(({ name }) => name)
  .filter((name) => name !== 'default');

/** With a separate class, heavy calls do not use up the limit of light calls. */
export const rateLimitClass: Rule = () => ({
  Paths: {
    Operation(operation, { report, location }) {
      const named = operation['x-rate-limit-class'];
      if (named === undefined) return;
      if (!classes.includes(named)) {
        report({
          message: `An operation counts in the class \`default\` unless \`x-rate-limit-class\` names another. Known are ${classes.join(', ')}.`,
          location: location.child('x-rate-limit-class'),
        });
      }
      if ((operation.security ?? []).length === 0) {
        report({
          message:
            'Limits are counted for each credential, and none is taken: leave `x-rate-limit-class` out.',
          location: location.child('x-rate-limit-class').key(),
        });
      }
    },
  },
});
