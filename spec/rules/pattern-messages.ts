import { requestSchemas } from './reachable-schemas.ts';
import type { Rule } from './rule.ts';

/** This pattern accepts any text that a person can type. Other characters have their own error. */
const ANY_TEXT = '^[^\\u0000\\uD800-\\uDFFF]+$';

/** A person who sends a wrong value must read a sentence, and not a regular expression. */
export const patternMessages: Rule = () =>
  requestSchemas(({ node, location }, context) => {
    if (node.pattern === undefined || node.pattern === ANY_TEXT) return;
    const message: unknown = Reflect.get(node, 'x-pattern-message');
    if (typeof message === 'string' && /^[A-Z].*\.$/.test(message)) return;
    context.report({
      message:
        'A `pattern` of a request needs `x-pattern-message`: a sentence that says what to send, such as `Sport codes are lower case, for example "pickleball".`',
      location: location.child('pattern').key(),
    });
  });
