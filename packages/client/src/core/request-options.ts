/**
 * The options of one call.
 *
 * @example
 * await client.members.get({ memberId: '10482' }, { timeoutMs: 5000, maxRetries: 0 });
 */
export interface RequestOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** The timeout in milliseconds, in place of the client's own `timeoutMs`. */
  timeoutMs?: number;
  /** The timeout of one attempt in milliseconds, in place of the client's own `attemptTimeoutMs`. */
  attemptTimeoutMs?: number;
  /** How often the call is retried, in place of the client's own `maxRetries`. */
  maxRetries?: number;
  /**
   * More header fields, such as `traceparent`. Those of the client cannot be replaced. One that is undefined is
   * not sent.
   */
  headers?: Readonly<Record<string, string | undefined>>;
}

/**
 * The options of one call that takes an idempotency key.
 *
 * @example
 * await client.matches.submit(batch, { idempotencyKey: 'court-3-final' });
 */
export interface IdempotentRequestOptions extends RequestOptions {
  /**
   * Sent as `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): for 24 hours the same key
   * with the same body gets the first answer again. Printable ASCII, at most 255 characters. Default: a
   * random key for each call, which covers its own retries. Store a key of your own where you may
   * repeat the call yourself.
   */
  idempotencyKey?: string;
}
