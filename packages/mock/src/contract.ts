import { type Operation, readDocument } from '@partner-rating/spec/document';
import openapi from '@partner-rating/spec/openapi.json' with { type: 'json' };

export type { Operation };

/** The prefix of every path, as in the service. */
export const BASE_PATH = '/api/v1';

/** The contract, whose examples are the answers. */
export const contract = readDocument(openapi);

/** Returns the names of an operation's examples for a status. */
export function exampleNames({ responses }: Operation, status: string): string[] {
  return Object.values(responses[status]?.content ?? {}).flatMap(({ examples }) =>
    examples.map(({ name }) => name),
  );
}

/** Returns the status of an operation's example, or undefined if it has no such example. */
export function statusOf(operation: Operation, example: string | undefined): string | undefined {
  if (example === undefined) return undefined;
  return Object.keys(operation.responses).find((status) =>
    exampleNames(operation, status).includes(example),
  );
}
