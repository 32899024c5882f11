import errors from '@partner-rating/spec/errors.json' with { type: 'json' };
import { type Answer, contract } from './contract.ts';
import type { FaultItem } from './faults.ts';

/** What the service answers where there is no operation to ask the contract about. */
export function problem(
  code: 'not_found' | 'method_not_allowed' | 'validation_failed' | 'internal',
  headers: Record<string, string> = {},
  detail?: string,
): Answer {
  const entry = errors.problems.find((candidate) => candidate.code === code);
  const example = contract.example('error-not_found').value as Record<string, unknown>;
  const { type, instance } = example;
  const body = {
    type: String(type).replace('not_found', code),
    title: entry?.title,
    status: entry?.status,
    detail: detail ?? `${entry?.detail} ${entry?.action}`,
    instance,
    code,
  };
  return {
    status: entry?.status ?? 500,
    headers: {
      'content-type': 'application/problem+json',
      'x-request-id': String(instance),
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

/** The documented 400 of an operation, with these faults: a problem, an OAuth refusal or a page. */
export function refusal(documented: Answer, faults: FaultItem[]): Answer {
  const contentType = documented.headers['content-type'] ?? '';
  if (!contentType.includes('json') || documented.body === undefined) return documented;
  const example = JSON.parse(documented.body) as object;
  const count = faults.length === 1 ? '1 place' : `${faults.length} places`;
  const detail =
    'error' in example
      ? {
          error: 'invalid_request',
          error_description: asciiText(faults.map(({ detail }) => detail).join(' ')),
        }
      : {
          detail: `The request does not fit the contract in ${count}; see errors.`,
          errors: faults,
        };
  return { ...documented, body: JSON.stringify({ ...example, ...detail }) };
}

/** RFC 6749 section 5.2 leaves out the double quote, the backslash and what is not ASCII. */
function asciiText(text: string): string {
  return text.replaceAll(/["\\]/g, "'").replaceAll(/[^\x20-\x7e]/g, '?');
}
