import type { AnyReply, Principal } from '@partner-rating/server';
import { contract, type Operation } from '../contract.ts';
import type { Choice } from './chosen-answer.ts';
import { exhaustedLimit } from './rate-limits.ts';

/** The values of the mock and the request in an answer. */
export interface ReplySetting {
  /** The address before the code in a problem's `type`, and before the fragment of an OAuth error's `error_uri`. */
  problemTypeBase: string;
  requestId: string;
  principal: Principal | null;
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

const scopeChallenges = {
  key: 'ApiKey realm="partner-rating", header="X-API-Key"',
  token: 'Bearer realm="partner-rating"',
};

/** Returns a documented answer: the chosen example, and an example of each header field of its status. */
export function exampleReply(
  operation: Operation,
  { status, example }: Choice,
  setting: ReplySetting,
): AnyReply {
  const value = example === undefined ? undefined : contract.example(example).value;
  const body = ownAnswer(value, setting);
  const { 'WWW-Authenticate': challenge, ...documented } = documentedHeaders(operation, status);
  const { 'Retry-After': retryAfter = '' } = documented;
  const authenticate = status === '403' ? scopeChallenge(body, setting.principal) : challenge;
  const headers = {
    ...documented,
    ...(authenticate !== undefined && { 'WWW-Authenticate': authenticate }),
    ...(status === '429' && exhaustedLimit(operation.rateLimitClass, retryAfter)),
  };
  return { status: Number(status), headers, ...(body !== undefined && { body }) };
}

/** Returns a copy of an example. An error has the id of the request and a link to a page of the mock. */
function ownAnswer(value: unknown, { problemTypeBase, requestId }: ReplySetting): unknown {
  const { code, instance, error, error_uri } = Object(value);
  if (instance !== undefined && code !== undefined) {
    return { ...Object(value), type: `${problemTypeBase}${code}`, instance: requestId };
  }
  if (error_uri !== undefined) {
    return { ...Object(value), error_uri: `${problemTypeBase}#${error}` };
  }
  return structuredClone(value);
}

/** Returns the challenge for the credential that was sent, with the missing scope of the error. Other errors have none. */
function scopeChallenge(body: unknown, principal: Principal | null): string | undefined {
  const { code, error = code, detail, error_description: text = detail } = Object(body);
  const [scope] = /\b(?:key|user):[a-z_:]*[a-z]/.exec(text) ?? [];
  if (error !== 'insufficient_scope' || scope === undefined) return undefined;
  return `${scopeChallenges[principal?.kind ?? 'key']}, error="insufficient_scope", scope="${scope}"`;
}

function documentedHeaders({ responses }: Operation, status: string): Record<string, string> {
  const fields = Object.entries(responses[status]?.headers ?? {}).filter(
    ([name]) => !notFromExamples.has(name.toLowerCase()),
  );
  return Object.fromEntries(
    fields.map(([name, { schema }]) => [name, String(contract.firstExample(schema))]),
  );
}
