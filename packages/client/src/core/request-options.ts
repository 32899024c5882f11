/**
 * The options of one call.
 *
 * @example
 * await client.members.get('10482', {}, { timeoutMs: 5000, maxRetries: 0 });
 */
export interface RequestOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** The timeout in milliseconds, instead of the client's `timeoutMs`. */
  timeoutMs?: number;
  /** The timeout of one attempt in milliseconds, instead of the client's `attemptTimeoutMs`. */
  attemptTimeoutMs?: number;
  /** How often the call is retried, instead of the client's `maxRetries`. */
  maxRetries?: number;
  /**
   * More header fields, such as `traceparent`. They cannot replace the fields that the client needs. A field that is
   * undefined is not sent.
   */
  headers?: Readonly<Record<string, string | undefined>>;
}

/**
 * The options of one call that takes an idempotency key.
 *
 * @example
 * const idempotencyKey = crypto.randomUUID(); // Store it with the batch.
 * await client.matches.submit(batch, { idempotencyKey });
 */
export interface IdempotentRequestOptions extends RequestOptions {
  /**
   * Sent as `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): for 24 hours the same key
   * with the same body returns the first response again. Printable ASCII, at most 255 characters. Default: a
   * random key for each call, which covers the client's retries. If you repeat the call yourself, store a key and
   * pass it.
   */
  idempotencyKey?: string;
}

/**
 * The options of one call that replaces or deletes only the version that was read.
 *
 * @example
 * const endpointId = 'whe_01k53d9q4n8b2v6c1x7z5m0k3h';
 * const { data, response } = await client.webhooks.getEndpoint(endpointId).withResponse();
 * const ifMatch = response.headers.get('etag') ?? undefined;
 * await client.webhooks.updateEndpoint(endpointId, { url: data.url, events: ['rating.updated'] }, { ifMatch });
 */
export interface ConditionalRequestOptions extends RequestOptions {
  /**
   * Sent as `If-Match` (RFC 9110 section 13.1.1): the `ETag` of the version to replace or delete. If somebody has
   * changed it, nothing happens, and the call throws a `ConflictError` `changed_meanwhile`. Default: any version.
   */
  ifMatch?: string | undefined;
}

/** Header fields by name. A field that is undefined is not sent. */
export type HeaderFields = Readonly<Record<string, string | undefined>>;

/** Copies header fields with their names in lower case. The platform checks their form. */
export function headerFields(given: HeaderFields): Record<string, string> {
  const sent = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(new Headers(sent as [string, string][]));
}
