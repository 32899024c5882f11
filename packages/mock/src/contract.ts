import { type Operation, readDocument } from '@partner-rating/spec/document';
import openapi from '@partner-rating/spec/openapi.json' with { type: 'json' };

export type { Operation };

/** What stands before every path, as in the service. */
export const BASE_PATH = '/api/v1';

/** An answer as the mock gives it. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | undefined;
}

/** The contract, whose examples are the answers. */
export const contract = readDocument(openapi);

const operations = contract.operations();
const patterns = new Map(
  operations.map(({ path }) => [
    path,
    new RegExp(`^${BASE_PATH}${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  ]),
);

/** The most bytes that any operation takes. */
export const maxBodyLimit = Math.max(...operations.map(({ bodyLimit }) => bodyLimit));

/** The operations at a path; none where the contract does not know the path. */
export function operationsAt(requested: string): Operation[] {
  const [known] = [...patterns].find(([, pattern]) => pattern.test(requested)) ?? [];
  return operations.filter(({ path }) => path === known);
}

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

/** Whether it is a page, which passes over parameters it does not know (RFC 6749 section 3.1). */
export function isPage({ responses }: Operation): boolean {
  return Object.values(responses).some(({ content }) => 'text/html' in content);
}
