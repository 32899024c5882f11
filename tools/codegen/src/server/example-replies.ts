import type { DocumentReader, Operation } from '@partner-rating/spec/document';

/** Returns the body of `example-replies.gen.ts`: the first success example of each operation. */
export function exampleRepliesCode(contract: DocumentReader): string {
  const entries = contract.operations().flatMap((operation) => {
    const reply = exampleReply(operation);
    return reply === undefined ? [] : [`  '${operation.id}': ${JSON.stringify(reply)},`];
  });
  return [
    '/** An example reply of each operation, from the document. */',
    'export const exampleReplies: {',
    '  readonly [operationId: string]: { readonly status: number; readonly body?: unknown } | undefined;',
    '} = {',
    ...entries,
    '};',
    '',
  ].join('\n');
}

function exampleReply({ responses }: Operation): { status: number; body?: unknown } | undefined {
  for (const [status, { content }] of Object.entries(responses)) {
    if (!status.startsWith('2')) continue;
    const bodies = Object.values(content);
    if (bodies.length === 0) return { status: Number(status) };
    const [example] = bodies.flatMap(({ examples }) => examples);
    if (example !== undefined) return { status: Number(status), body: example.value };
  }
  return undefined;
}
