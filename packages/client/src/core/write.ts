import { ValidationError } from './errors/call-errors.ts';
import type { Write } from './operation.ts';

/**
 * Adds the body to the request as JSON, if there is one. Refuses a body over the limit before it is
 * sent, because the service would refuse it. If the service broke the connection first, the client would retry for nothing.
 *
 * @throws ValidationError `body_too_large`.
 */
export const writeBody: Write = (init, body, _options, _maxRetries, operation) => {
  if (body === undefined) return;
  const { id, maxBytes = 1_048_576 } = operation;
  const json = JSON.stringify(body);
  const bytes = new TextEncoder().encode(json).length;
  if (bytes > maxBytes) {
    const detail = `The body has ${bytes} bytes; the limit is ${maxBytes}. Split it.`;
    throw new ValidationError(`${id}: body_too_large: ${detail}`, {
      code: 'body_too_large',
      detail,
    });
  }
  init.headers['content-type'] = 'application/json';
  init.body = json;
};

/**
 * Adds the body and an idempotency key, so that the service runs the write only once: the caller's key or,
 * if the call may be retried, a random one.
 */
export const writeIdempotent: Write = (init, body, options, maxRetries, operation) => {
  writeBody(init, body, options, maxRetries, operation);
  const key =
    options.idempotencyKey ??
    (maxRetries > 0
      ? // A key only has to be unique. React Native has no `crypto`, and a page without TLS has no UUID.
        (globalThis.crypto?.randomUUID?.() ?? `${Math.random() * 1e20}-${Math.random() * 1e20}`)
      : undefined);
  if (key !== undefined) init.headers['idempotency-key'] = key;
  return key;
};

/** Adds the body, and the version that the caller has read, so that the call does not overwrite a later change. */
export const writeConditional: Write = (init, body, options, maxRetries, operation) => {
  writeBody(init, body, options, maxRetries, operation);
  if (options.ifMatch !== undefined) init.headers['if-match'] = options.ifMatch;
};
