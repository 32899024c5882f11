import type { IHttpRequest } from '@stoplight/prism-http';
import { ChoiceError, chosenAnswer } from './chosen-answer.ts';
import { type Answer, exampleNames, isPage, operationsAt } from './contract.ts';
import { type FaultItem, faultItem, faultsPrismMisses } from './faults.ts';
import type { Choice, Prism } from './prism.ts';
import { isForm, type ReceivedRequest } from './received-request.ts';
import { problem, refusal } from './refusals.ts';

/** The answer to a request: out of the contract where it fits, a refusal as the service's where not. */
export async function respond(
  prism: Prism,
  request: ReceivedRequest,
  usualScenario: string,
): Promise<Answer> {
  const operations = operationsAt(request.path);
  const operation = operations.find(({ method }) => method === request.method);
  if (!operation) {
    const allow = operations.map(({ method }) => method).join(', ');
    return allow === '' ? problem('not_found') : problem('method_not_allowed', { allow });
  }
  if (!isPercentEncoded(request.path)) {
    return problem(
      'validation_failed',
      {},
      'The path of the address is not percent-encoded UTF-8. Encode it, for example é as %C3%A9.',
    );
  }

  const documented = (choice: Choice): Promise<Answer> =>
    prism(prismRequest(request, null), choice, { check: false });
  const refuse = async (faults: FaultItem[]): Promise<Answer> =>
    refusal(await documented({ code: 400 }), faults);

  if (request.body.length > operation.bodyLimit && '413' in operation.responses) {
    return await documented({ code: 413 });
  }
  const { body, isMalformed } = parsedBody(request);
  if (isMalformed) {
    const exampleKey = 'error-malformed_json';
    return exampleNames(operation, '400').includes(exampleKey)
      ? await documented({ code: 400, exampleKey })
      : await refuse([{ pointer: '', code: 'malformed_json', detail: 'The body is not JSON.' }]);
  }

  let choice: Choice;
  try {
    choice = chosenAnswer(operation, request, usualScenario);
  } catch (error) {
    if (!(error instanceof ChoiceError)) throw error;
    // A page has no place for it.
    if (isPage(operation)) return problem('validation_failed', {}, error.message);
    const pointer = `/headers/${error.header}`;
    return await refuse([{ pointer, code: 'enum', detail: error.message }]);
  }
  const { faults, ...answer } = await prism(
    prismRequest(request, body),
    { ...choice, dynamic: false },
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

function isPercentEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
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
