import { resolved } from './resolved.ts';
import type { Context, Operation, Parameter, Rule, Schema } from './rule.ts';

type Located = Context['location'];

/**
 * A list names its entries, the field for the next page, and the parameter that skips entries, so that a generator can
 * read all pages.
 */
export const pagination: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      const { location } = context;
      const taken = parametersOf(operation, context);
      const properties = pageOf(operation, context);
      const named = operation['x-pagination'];
      const refuse = (message: string, at: Located = location.child('x-pagination').key()) =>
        context.report({ message, location: at });
      if (named === undefined) {
        if (!taken.has('cursor') && properties.nextCursor === undefined) return;
        refuse(
          'A list says how its pages go on: `x-pagination: { items: …, cursor: nextCursor }`, with `offset: offset` where it takes that parameter.',
          location.child('operationId'),
        );
        return;
      }
      for (const parameter of ['cursor', 'limit']) {
        if (!taken.has(parameter))
          refuse(`A list with pages takes the parameter \`${parameter}\`.`);
      }
      if (properties[named.items]?.type !== 'array') {
        refuse(`The answer has no list \`${named.items}\` for its \`items\`.`);
      }
      if (properties[named.cursor] === undefined) {
        refuse(`The answer has no field \`${named.cursor}\` for its \`cursor\`.`);
      }
      if (named.offset !== (taken.has('offset') ? 'offset' : undefined)) {
        refuse(
          taken.has('offset')
            ? 'The list takes `offset`: add `offset: offset`.'
            : 'The list takes no `offset`: leave it out.',
        );
      }
    },
  },
});

function parametersOf({ parameters = [] }: Operation, context: Context): Set<string | undefined> {
  return new Set(
    parameters.map((one) => resolved<Parameter>(context, one, context.location)?.node.name),
  );
}

/** Returns the fields of the response with their resolved schemas. */
function pageOf(operation: Operation, context: Context): Record<string, Schema | undefined> {
  const answer = operation.responses?.['200'];
  const response = answer && resolved(context, answer, context.location);
  const schema = response?.node.content?.['application/json']?.schema;
  const page = schema && resolved<Schema>(context, schema, response.location);
  if (!page) return {};
  return Object.fromEntries(
    Object.entries(page.node.properties ?? {}).map(([name, property]) => [
      name,
      resolved<Schema>(context, property, page.location)?.node,
    ]),
  );
}
