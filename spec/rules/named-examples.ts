import { type Placed, resolved } from './resolved.ts';
import type { Context, MediaType, RequestBody, Response, Rule } from './rule.ts';

/** The docs, the mock, and the tests use the same examples, so each one is a named file. */
export const namedExamples: Rule = () => ({
  Operation(operation, context) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const at = context.location.child(['responses', status]);
      const minimum = status.startsWith('2') ? 2 : 1;
      check(resolved<Response>(context, response, at), minimum, `The answer ${status}`, context);
    }
    if (operation.requestBody === undefined) return;
    const at = context.location.child('requestBody');
    const body = resolved<RequestBody>(context, operation.requestBody, at);
    check(body, 1, 'The request body', context);
  },
});

function check(
  placed: Placed<{ content?: Record<string, MediaType> }> | null,
  minimum: number,
  what: string,
  { report }: Context,
): void {
  for (const [name, mediaType] of Object.entries(placed?.node.content ?? {})) {
    if (!placed || !/json|form/.test(name)) continue;
    const location = placed.location.child(['content', name]);
    const examples = Object.entries(mediaType.examples ?? {});
    if (examples.length < minimum) {
      report({
        message: `${what} needs at least ${minimum === 1 ? 'one named example' : 'two named examples'} as ${name}: refer from \`examples\` to files in components/examples.`,
        location: location.key(),
      });
    }
    for (const [example, value] of examples) {
      if ('$ref' in value) continue;
      report({
        message: `The example \`${example}\` stands in a file of its own in components/examples: refer to it.`,
        location: location.child(['examples', example]).key(),
      });
    }
  }
}
