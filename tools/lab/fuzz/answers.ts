import { catalogue } from '@partner-rating/spec/catalogue';
import type { Content, Operation, Response } from '@partner-rating/spec/document';
import { errorOf, readText } from './validation.ts';
import type { WireAnswer } from './wire.ts';

/** Returns what is wrong with a response by the document, or null. */
export function errorOfAnswer(operation: Operation, answer: WireAnswer): string | null {
  const documented = operation.responses[String(answer.status)];
  if (documented === undefined) return `${operation.id} documents no ${answer.status}.`;
  if (answer.status >= 500) return `The service returned ${answer.status}.`;
  return errorOfHeaders(documented, answer) ?? errorOfBody(documented.content, answer);
}

const ofNoOperation: Content = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples: [] },
};

/** Checks a response that no operation documents: it must be a problem with a 4xx status. */
export function errorOfRefusal(answer: WireAnswer): string | null {
  if (answer.status < 400 || answer.status > 499)
    return `The service returned ${answer.status}, not 4xx.`;
  return errorOfBody(ofNoOperation, answer);
}

function errorOfHeaders({ headers }: Response, answer: WireAnswer): string | null {
  for (const [name, { required = false, schema }] of Object.entries(headers)) {
    const value = answer.headers[name.toLowerCase()];
    if (value === undefined && required)
      return `The response ${answer.status} has no header ${name}.`;
    if (value === undefined) continue;
    const error = errorOf(schema, readText(schema, String(value)));
    if (error !== null) return `The header ${name} of ${answer.status} is wrong:${error}.`;
  }
  return null;
}

function errorOfBody(content: Content, { status, headers, body }: WireAnswer): string | null {
  const mediaTypes = Object.keys(content);
  if (mediaTypes.length === 0)
    return body === '' ? null : `The response ${status} must not have a body.`;
  const mediaType = String(headers['content-type']).split(';', 1)[0] ?? '';
  const documented = content[mediaType];
  if (documented === undefined) {
    return `${status} is ${mediaType}, not ${mediaTypes.join(' or ')}.`;
  }
  const value = mediaType.endsWith('json') ? parse(body) : body;
  const error = errorOf(documented.schema, value);
  if (error !== null) return `The body of ${status} does not match its schema:${error}.`;
  if (status >= 400 && inside.test(body))
    return `The body of ${status} contains internals (a stack trace, SQL, or a path).`;
  if (mediaType !== 'application/problem+json') return null;
  return errorOfProblem(value as Problem, status, headers['x-request-id']);
}

// Stack traces, SQL, and paths.
const inside = /\n\s+at |\.ts:\d|node_modules|select .* from |insert into |violates /i;

interface Problem {
  status: number;
  code: string;
  instance: string;
}

const statusesByCode = new Map(catalogue.errors.problems.map(({ code, status }) => [code, status]));
// HTTP's own refusals use the nearest code.
const ofHttp = [408, 414, 431];

function errorOfProblem(problem: Problem, status: number, requestId: unknown): string | null {
  const { code } = problem;
  if (problem.status !== status)
    return `The problem has status ${problem.status}, the response ${status}.`;
  if (problem.instance !== requestId)
    return 'The instance of the problem differs from X-Request-Id.';
  const isCatalogued = ofHttp.includes(status) || statusesByCode.get(code) === status;
  return isCatalogued ? null : `errors.json does not list ${code} with ${status}.`;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
