import type { Write } from './operation.ts';

/** Adds the body to the request as JSON, if there is one. */
export const writeBody: Write = (init, body) => {
  if (body === undefined) return;
  init.headers['content-type'] = 'application/json';
  init.body = JSON.stringify(body);
};

/**
 * Adds the body and an idempotency key, by which the service carries the write out once however often
 * it arrives: the caller's key, or a random one where the call may be retried.
 */
export const writeIdempotent: Write = (init, body, { idempotencyKey }, maxRetries) => {
  writeBody(init, body, {}, maxRetries);
  const key = idempotencyKey ?? (maxRetries > 0 ? randomKey() : undefined);
  if (key !== undefined) init.headers['idempotency-key'] = key;
  return key;
};

/** Unique, and nothing more is needed: React Native has no `crypto`, and a page without TLS no UUID. */
function randomKey(): string {
  return (
    globalThis.crypto?.randomUUID?.() ??
    [0, 0, 0].map(() => Math.random().toString(36).slice(2)).join('-')
  );
}
