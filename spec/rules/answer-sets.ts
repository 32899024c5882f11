import { catalogue } from '../src/catalogue.ts';
import { answerSchemas } from './reachable-schemas.ts';
import type { Rule } from './rule.ts';

/** The only set that the specification of the service closes. */
const closed = catalogue.scopes.player.map(({ name }) => name).join();

/** A set in a response may grow, and a closed set would break clients that read a new value. */
export const answerSets: Rule = () =>
  answerSchemas(({ node, location }, context) => {
    const values = node.enum ?? [];
    if (node.type !== 'string' || values.length < 2 || values.join() === closed) return;
    context.report({
      message:
        'A set of an answer may grow: name its values in `x-extensible-enum`, with a `pattern`. Where a request takes it too, give that a schema of its own with `enum`.',
      location: location.child('enum').key(),
    });
  });
