import type { Write } from './operation.ts';

/** Puts a body into the request, as JSON, where there is one. */
export const writeBody: Write = (init, body) => {
  if (body === undefined) return;
  init.headers['content-type'] = 'application/json';
  init.body = JSON.stringify(body);
};

/**
 * Puts a body into the request, and the key by which the service does it once however often it
 * arrives: the caller's, or a random one where it may be sent again.
 */
export const writeOnce: Write = (init, body, { idempotencyKey }, maxRetries) => {
  writeBody(init, body, {}, maxRetries);
  const key = idempotencyKey ?? (maxRetries > 0 ? crypto.randomUUID() : undefined);
  if (key !== undefined) init.headers['idempotency-key'] = key;
  return key;
};
