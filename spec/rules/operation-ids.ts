import type { Rule } from './rule.ts';

const form = /^([a-z]+)\.[a-z][a-zA-Z0-9]*$/;

/** The path file, the examples, the handler, the method of the client, and the test have the name of the id. */
export const operationIds: Rule = () => ({
  Paths: {
    Operation(operation, { report, location }) {
      const { operationId = '', tags = [] } = operation;
      const resource = form.exec(operationId)?.[1];
      if (resource === undefined) {
        report({
          message: 'An operation is called `<resource>.<method>`, as in `matches.submit`.',
          location: location.child('operationId'),
        });
        return;
      }
      if (tags.length === 1 && tags[0]?.toLowerCase() === resource) return;
      report({
        message: `\`${operationId}\` stands under one tag, that of its resource: \`${resource}\` with its capitals.`,
        location: location.child(operation.tags ? 'tags' : 'operationId'),
      });
    },
  },
  WebhooksMap: {
    Operation({ operationId = '' }, { report, location }) {
      if (form.exec(operationId)?.[1] === 'events') return;
      report({
        message: 'An event is called `events.<event>`, as in `events.ratingUpdated`.',
        location: location.child('operationId'),
      });
    },
  },
});
