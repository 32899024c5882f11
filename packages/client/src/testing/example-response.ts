import type { OperationId } from '../operations/operations.gen.ts';
import type { StaticAnswer } from './example-answer.ts';
import { exampleOperations, rateLimits } from './example-operations.gen.ts';
import type { ExampleRequest } from './example-request.ts';
import { type Examples, examples } from './examples.gen.ts';

// The constructor of Response throws if one of these statuses has a body.
const statusesWithoutBody = [204, 205, 304];

/** The parts of an answer of any operation. */
interface AnswerParts {
  example?: string | undefined;
  status?: number | undefined;
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The parts of an answer; an empty object means the first example of a success. */
export function answerParts(
  answer: Exclude<StaticAnswer<OperationId>, Error> | undefined,
): AnswerParts {
  return typeof answer === 'string' ? { example: answer } : (answer ?? {});
}

/**
 * Returns the status of an answer, and the example of its body if it has one.
 *
 * @throws TypeError if the document has no such example.
 */
export function statusAndExample(
  operation: OperationId,
  { example, status }: AnswerParts,
): [status: number, example: keyof Examples | undefined] {
  const { responses } = exampleOperations[operation];
  if (example === undefined) {
    // Object keys that are numbers are in ascending order, so successes come first.
    const chosen = status ?? Number(Object.keys(responses)[0]);
    return [chosen, responses[chosen]?.examples[0] as keyof Examples | undefined];
  }
  for (const [documented, { examples }] of Object.entries(responses)) {
    if (examples.includes(example)) return [Number(documented), example as keyof Examples];
  }
  const names = Object.values(responses).flatMap(({ examples }) => examples);
  throw new TypeError(
    `${operation} has no example "${example}". Its examples: ${names.join(', ')}.`,
  );
}

/** @throws TypeError if the document has no such example. */
export function exampleResponse(request: ExampleRequest, answer: AnswerParts): Response {
  const [status, example] = statusAndExample(request.operation, answer);
  const headers = new Headers(documentedHeaders(request.operation, status));
  const body = answer.body ?? (example && examples[pageFor(request, status, example)]);
  // A custom text is plain text, unless a header field says otherwise.
  if (typeof answer.body === 'string') headers.delete('content-type');
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value);
  const isEmpty = body === undefined || statusesWithoutBody.includes(status);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(isEmpty ? null : text, { status, headers });
}

/** Makes the `nextCursor` of an example lead to the last page, because a list must end. */
function pageFor(
  { operation, query }: ExampleRequest,
  status: number,
  example: keyof Examples,
): keyof Examples {
  const cursor = nextCursor(example);
  if (!cursor || (query as { cursor?: string } | undefined)?.cursor !== cursor) return example;
  const pages = exampleOperations[operation].responses[status]?.examples as (keyof Examples)[];
  return pages.find((page) => nextCursor(page) === null) ?? example;
}

function nextCursor(example: keyof Examples): string | null | undefined {
  return (examples[example] as { nextCursor?: string | null }).nextCursor;
}

function documentedHeaders(operation: OperationId, status: number): Record<string, string> {
  const { responses, rateLimitClass } = exampleOperations[operation];
  const { mediaType = 'application/json', headers = {} } = responses[status] ?? {};
  const limits = 'RateLimit' in headers ? rateLimits[rateLimitClass] : undefined;
  return {
    ...headers,
    ...limits,
    ...('Retry-After' in headers && { 'Retry-After': '0' }),
    ...(mediaType !== null && { 'content-type': mediaType }),
  };
}
