import { WebhookVerificationError } from '../core/errors/webhook-verification-error.ts';

/**
 * Header fields as a server gets them: the `Headers` of the Fetch standard, the headers of Node's
 * `IncomingMessage`, or a plain object. Upper and lower case in the names are the same.
 *
 * @example
 * const headers: WebhookHeaders = incomingMessage.headers;
 */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** What the three header fields of Standard Webhooks say. */
export interface WebhookHeaderValues {
  id: string;
  /** Whole seconds since 1970, in digits, as signed. */
  timestamp: string;
  /** Signatures with spaces between them. */
  signatures: string;
}

/** Without a full stop, or one signature would fit two readings of `id.timestamp.body`. */
export const webhookIdForm = /^[\x21-\x2d\x2f-\x7e]{1,256}$/;
const timestampForm = /^\d{1,12}$/;

/**
 * @throws WebhookVerificationError where one is not there or has another form.
 * @throws TypeError where these are no headers.
 */
export function webhookHeaderValues(headers: WebhookHeaders): WebhookHeaderValues {
  if (typeof headers !== 'object' || headers === null) {
    throw new TypeError(
      'headers are missing. Give the Request of the Fetch standard, or { headers, body } with the ' +
        'headers and the body as your server has them.',
    );
  }
  const id = headerValue(headers, 'webhook-id');
  const timestamp = headerValue(headers, 'webhook-timestamp');
  const signatures = headerValue(headers, 'webhook-signature');
  if (!webhookIdForm.test(id)) throw malformed('webhook-id');
  if (!timestampForm.test(timestamp)) throw malformed('webhook-timestamp');
  return { id, timestamp, signatures };
}

function headerValue(headers: WebhookHeaders, name: string): string {
  const [value, ...others] = headerValues(headers, name);
  if (!value) {
    throw new WebhookVerificationError(
      'missing_header',
      `There is no header ${name}. Either the request is no webhook, or the headers of another ` +
        'request were given.',
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
    `The header ${name} does not have the form that Standard Webhooks gives it.`,
  );
}
