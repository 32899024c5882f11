import { differences } from './differences.ts';
import type { Json } from './json.ts';
import type { Recording } from './record-examples.ts';

export const howToFix =
  'Fix the service, or recreate them: npx -y pnpm@12 examples:refresh && npx -y pnpm@12 generate';

/** Returns one line for each difference between an example and the service. */
export function errorsIn({ recorded, sent }: Recording, name: string, example: Json): string[] {
  if (isRequest(name)) {
    return sent.has(name) ? [] : ['No scenario sends this request.'];
  }
  const answer = recorded.get(name);
  if (answer !== undefined) {
    return differences(example, answer).map(
      ({ pointer, example: said, answer: given }) =>
        `${pointer}: the example has ${JSON.stringify(said)}, the service returned ${JSON.stringify(given)}`,
    );
  }
  return name in skipped
    ? []
    : [
        'No scenario records this example. Record it, or list it in tools/lab/examples/check-example.ts.',
      ];
}

function isRequest(name: string): boolean {
  return /-request(-|$)/.test(name);
}

const page =
  'The contract does not fix the markup of a page. The example shows only its structure.';
const load = 'It needs a service that fails or is under load.';

/** Examples that no scenario can record, and why. */
export const skipped: Readonly<Record<string, string>> = {
  'oauth.showAuthorization-consent': page,
  'oauth.showAuthorization-log-in': page,
  'oauth.showAuthorization-expired': page,
  'oauth.showAuthorization-unknown-application': page,
  'oauth.showAuthorization-internal': page,
  'oauth.showAuthorization-rate-limited': page,
  'oauth.showAuthorization-unavailable': page,
  'oauth.listScopes-reworded': 'It shows that the message is free text, so its words are not ours.',
  'oauth.exchangeToken-without-refresh-token':
    'The contract allows null, so clients must accept it. This service always returns a refresh token.',
  'oauth-error-unsupported_token_type':
    'RFC 7009 defines it, so clients must know it. This service can revoke every type of token.',
  'usage.get-without-limit': 'It needs a service with RATE_LIMIT off.',
  'matches.void-unsettled': 'It needs a match with more than a thousand dependent matches.',
  'error-idempotency_in_progress': load,
  'error-internal': load,
  'error-unavailable': load,
};
