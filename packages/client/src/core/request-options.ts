/**
 * What may be set for one call alone.
 *
 * @example
 * await client.members.get({ memberId: '10482' }, { timeoutMs: 5000, maxRetries: 0 });
 */
export interface RequestOptions {
  /** Gives the call up when it is aborted; the call then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds until the call is given up, in place of the client's own `timeoutMs`. */
  timeoutMs?: number;
  /** How many more attempts are made, in place of the client's own `maxRetries`. */
  maxRetries?: number;
  /** More header fields, such as `traceparent`. The client's own cannot be replaced. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * What may be set for a call that is safe to repeat under one key.
 *
 * @example
 * await client.matches.submit(batch, { idempotencyKey: 'court-3-final' });
 */
export interface IdempotentRequestOptions extends RequestOptions {
  /**
   * Sent as `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): for 24 hours the same key
   * with the same body gets the first answer again. Printable ASCII, at most 255 characters. Where it
   * is left out each call has a random one, which covers its own retries; give one that you keep
   * where you may make the call again yourself.
   */
  idempotencyKey?: string;
}
