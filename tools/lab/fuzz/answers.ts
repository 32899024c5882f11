import { catalogue } from '@partner-rating/spec/catalogue';
import type { Content, Operation, Response } from '@partner-rating/spec/document';
import { faultOf, readText } from './validation.ts';
import type { WireAnswer } from './wire.ts';

/** What is wrong with an answer by the document; null where nothing is. */
export function faultOfAnswer(operation: Operation, answer: WireAnswer): string | null {
  const documented = operation.responses[String(answer.status)];
  if (documented === undefined) return `${operation.id} documents no ${answer.status}.`;
  if (answer.status >= 500) return `The service failed with ${answer.status}.`;
  return faultOfHeaders(documented, answer) ?? faultOfBody(documented.content, answer);
}

const ofNoOperation: Content = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples: [] },
};

/** The same of an answer that no operation gives: a problem, with 4xx. */
export function faultOfRefusal(answer: WireAnswer): string | null {
  if (answer.status < 400 || answer.status > 499) return `The service answered ${answer.status}.`;
  return faultOfBody(ofNoOperation, answer);
}

function faultOfHeaders({ headers }: Response, answer: WireAnswer): string | null {
  for (const [name, { required = false, schema }] of Object.entries(headers)) {
    const value = answer.headers[name.toLowerCase()];
    if (value === undefined && required) return `${answer.status} lacks the header ${name}.`;
    if (value === undefined) continue;
    const fault = faultOf(schema, readText(schema, String(value)));
    if (fault !== null) return `The header ${name} of ${answer.status} is wrong:${fault}.`;
  }
  return null;
}

function faultOfBody(content: Content, { status, headers, body }: WireAnswer): string | null {
  const mediaTypes = Object.keys(content);
  if (mediaTypes.length === 0) return body === '' ? null : `${status} has a body.`;
  const mediaType = String(headers['content-type']).split(';', 1)[0] ?? '';
  const documented = content[mediaType];
  if (documented === undefined) {
    return `${status} is ${mediaType}, not ${mediaTypes.join(' or ')}.`;
  }
  const value = mediaType.endsWith('json') ? parse(body) : body;
  const fault = faultOf(documented.schema, value);
  if (fault !== null) return `The body of ${status} is wrong:${fault}.`;
  if (status >= 400 && inside.test(body)) return `The body of ${status} shows the inside.`;
  if (mediaType !== 'application/problem+json') return null;
  return faultOfProblem(value as Problem, status, headers['x-request-id']);
}

// Stack traces, statements and paths.
const inside = /\n\s+at |\.ts:\d|node_modules|select .* from |insert into |violates /i;

interface Problem {
  status: number;
  code: string;
  instance: string;
}

const statusesByCode = new Map(catalogue.errors.problems.map(({ code, status }) => [code, status]));
// What HTTP itself refuses has the code of the nearest kind.
const ofHttp = [408, 414, 431];

function faultOfProblem(problem: Problem, status: number, requestId: unknown): string | null {
  const { code } = problem;
  if (problem.status !== status) return `The problem says ${problem.status}, not ${status}.`;
  if (problem.instance !== requestId) return 'The instance is not the X-Request-Id.';
  const isCatalogued = ofHttp.includes(status) || statusesByCode.get(code) === status;
  return isCatalogued ? null : `errors.json has no ${code} with ${status}.`;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
