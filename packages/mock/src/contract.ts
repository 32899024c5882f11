import { type Operation, readDocument } from '@partner-rating/spec/document';
import openapi from '@partner-rating/spec/openapi.json' with { type: 'json' };

export type { Operation };

/** What stands before every path, as in the service. */
export const BASE_PATH = '/api/v1';

/** The contract, whose examples are the answers. */
export const contract = readDocument(openapi);

/** The names of the examples that an operation has for a status. */
export function exampleNames({ responses }: Operation, status: string): string[] {
  return Object.values(responses[status]?.content ?? {}).flatMap(({ examples }) =>
    examples.map(({ name }) => name),
  );
}

/** The status that an operation answers with an example; none where it has no such example. */
export function statusOf(operation: Operation, example: string | undefined): string | undefined {
  if (example === undefined) return undefined;
  return Object.keys(operation.responses).find((status) =>
    exampleNames(operation, status).includes(example),
  );
}
