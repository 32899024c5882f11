import type { AnyReply } from '@partner-rating/server';
import { contract, type Operation } from '../contract.ts';
import type { Choice } from './chosen-answer.ts';
import { exhaustedLimit } from './rate-limits.ts';

/** The values of the mock and the request in an answer. */
export interface ReplySetting {
  /** The address before the code in a problem's `type`. */
  problemTypeBase: string;
  requestId: string;
}

// The stubs send these fields, or the fields would be wrong, because the mock replays nothing.
const notFromExamples = new Set([
  'x-request-id',
  'cache-control',
  'x-content-type-options',
  'ratelimit',
  'ratelimit-policy',
  'idempotency-replayed',
]);

/** Returns a documented answer: the chosen example, and an example of each header field of its status. */
export function exampleReply(
  operation: Operation,
  { status, example }: Choice,
  setting: ReplySetting,
): AnyReply {
  const value = example === undefined ? undefined : contract.example(example).value;
  const body = isProblem(value) ? ownProblem(value, setting) : structuredClone(value);
  const documented = documentedHeaders(operation, status);
  const { 'Retry-After': retryAfter = '' } = documented;
  const headers = {
    ...documented,
    ...(status === '429' && exhaustedLimit(operation.rateLimitClass, retryAfter)),
  };
  return { status: Number(status), headers, ...(body !== undefined && { body }) };
}

interface Problem {
  type: string;
  code: string;
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'instance' in value;
}

/** Returns the problem of an example, with the id of the request and a link to a page of the mock. */
function ownProblem(problem: Problem, { problemTypeBase, requestId }: ReplySetting): Problem {
  const own = { type: `${problemTypeBase}${problem.code}`, instance: requestId };
  return { ...problem, ...own };
}

function documentedHeaders({ responses }: Operation, status: string): Record<string, string> {
  const fields = Object.entries(responses[status]?.headers ?? {}).filter(
    ([name]) => !notFromExamples.has(name.toLowerCase()),
  );
  return Object.fromEntries(
    fields.map(([name, { schema }]) => [name, String(contract.firstExample(schema))]),
  );
}
