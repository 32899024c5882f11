import type { IHttpRequest } from '@stoplight/prism-http';
import { type Answer, type Operation, operationsAt } from './contract.ts';
import { type FaultItem, faultItem, faultsPrismMisses } from './faults.ts';
import { preferredAnswer } from './preferences.ts';
import type { Choice, Prism } from './prism.ts';
import { problem, refusal } from './refusals.ts';

/** A request as it arrived. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
}

/** The answer to a request: out of the contract where it fits, a refusal as the service's where not. */
export async function respond(prism: Prism, request: ReceivedRequest): Promise<Answer> {
  const operations = operationsAt(request.path);
  const operation = operations.find(({ method }) => method === request.method);
  if (!operation) {
    const allow = operations.map(({ method }) => method).join(', ');
    return allow === '' ? problem('not_found') : problem('method_not_allowed', { allow });
  }

  const documented = (choice: Choice): Promise<Answer> =>
    prism(prismRequest(request, null), choice, { check: false });
  const refuse = async (faults: FaultItem[]): Promise<Answer> =>
    refusal(await documented({ code: 400 }), faults);

  if (request.body.length > operation.bodyLimit && operation.examples.has('413')) {
    return await documented({ code: 413 });
  }
  const { body, isMalformed } = parsedBody(request);
  if (isMalformed) {
    const exampleKey = 'error-malformed_json';
    return operation.examples.get('400')?.includes(exampleKey)
      ? await documented({ code: 400, exampleKey })
      : await refuse([{ pointer: '', code: 'malformed_json', detail: 'The body is not JSON.' }]);
  }

  let choice: Choice;
  try {
    choice = preferredAnswer(operation, request.headers.prefer);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return await refuse([{ pointer: '/headers/prefer', code: 'enum', detail: error.message }]);
  }
  const { faults, ...answer } = await prism(
    prismRequest(request, body),
    { ...formExample(operation, request), ...choice, dynamic: false },
    { check: true },
  );
  // Prism has chosen the documented answer already where the credential or the media type is wrong.
  if (faults.some(({ code }) => code === 401 || code === 415)) return answer;
  const form = new URLSearchParams(isForm(request) ? request.body.toString() : '');
  const items = [
    ...faults.map((fault) => faultItem(fault, operation)),
    ...faultsPrismMisses(operation, request.query, form),
  ];
  if (items.length > 0) return await refuse(items);
  return choice.dynamic ? await documented(choice) : answer;
}

function prismRequest(
  { method, path, query, headers }: ReceivedRequest,
  body: unknown,
): IHttpRequest {
  // The service sends what it has whatever is accepted, and so does the mock.
  const { accept: _, ...rest } = headers;
  const values = [...new Set(query.keys())].map((name) => {
    const [first = '', ...others] = query.getAll(name);
    return [name, others.length === 0 ? first : [first, ...others]];
  });
  return {
    method: method.toLowerCase() as IHttpRequest['method'],
    url: { path, query: Object.fromEntries(values) },
    headers: rest,
    body,
  };
}

function parsedBody({ headers, body }: ReceivedRequest): { body: unknown; isMalformed: boolean } {
  if (body.length === 0) return { body: null, isMalformed: false };
  const text = body.toString();
  if (!/^application\/([^;]+\+)?json\b/i.test(headers['content-type'] ?? '')) {
    return { body: text, isMalformed: false };
  }
  try {
    return { body: JSON.parse(text), isMalformed: false };
  } catch {
    return { body: null, isMalformed: true };
  }
}

/** A form is answered in the dialect of RFC 6749, where the contract has an example of that. */
function formExample({ id, examples }: Operation, request: ReceivedRequest): Choice {
  const exampleKey = `${id}-form`;
  return isForm(request) && examples.get('200')?.includes(exampleKey) ? { exampleKey } : {};
}

function isForm({ headers }: ReceivedRequest): boolean {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
}
