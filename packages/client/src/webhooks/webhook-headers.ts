import { WebhookVerificationError } from '../core/errors/webhook-verification-error.ts';

/**
 * Request headers: the `Headers` of the Fetch standard, the headers of Node's `IncomingMessage`, or a plain
 * object. Names are case-insensitive.
 *
 * @example
 * const headers: WebhookHeaders = incomingMessage.headers;
 */
export type WebhookHeaders =
  | {
      /** Returns the value of a header field, or null if it is missing. */
      get(name: string): string | null;
    }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The values of the three header fields of Standard Webhooks. */
export interface WebhookHeaderValues {
  id: string;
  /** The Unix time in whole seconds, as the digits that were signed. */
  timestamp: string;
  /** The signatures, separated by spaces. */
  signatures: string;
}

/** The id has no full stop, because `id.timestamp.body` would be ambiguous. */
export const webhookIdPattern = /^[\x21-\x2d\x2f-\x7e]{1,256}$/;
const timestampPattern = /^\d{1,12}$/;

/**
 * @throws WebhookVerificationError for a missing or malformed header.
 * @throws TypeError if the argument is not a set of headers.
 */
export function webhookHeaderValues(headers: WebhookHeaders): WebhookHeaderValues {
  if (typeof headers !== 'object' || headers === null) {
    throw new TypeError(
      'headers is missing. Pass the Request of the Fetch standard, or { headers, body } with the ' +
        'headers and the raw body of your server.',
    );
  }
  const id = headerValue(headers, 'webhook-id');
  const timestamp = headerValue(headers, 'webhook-timestamp');
  const signatures = headerValue(headers, 'webhook-signature');
  if (!webhookIdPattern.test(id)) throw malformed('webhook-id');
  if (!timestampPattern.test(timestamp)) throw malformed('webhook-timestamp');
  return { id, timestamp, signatures };
}

function headerValue(headers: WebhookHeaders, name: string): string {
  const [value, ...others] = headerValues(headers, name);
  if (!value) {
    throw new WebhookVerificationError(
      'missing_header',
      `The header ${name} is missing. Either the request is not a webhook, or the headers of another ` +
        'request were passed.',
    );
  }
  if (others.length > 0) throw malformed(name);
  return value;
}

function headerValues(headers: WebhookHeaders, name: string): (string | null)[] {
  if (typeof headers.get === 'function') return [headers.get(name)];
  return Object.entries(headers).flatMap(([key, value = []]) =>
    key.toLowerCase() === name ? value : [],
  );
}

function malformed(name: string): WebhookVerificationError {
  return new WebhookVerificationError(
    'malformed_header',
    `The header ${name} does not have the format of Standard Webhooks.`,
  );
}
