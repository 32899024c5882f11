/** A key that a request has claimed, with the fingerprint of the request. */
export interface IdempotencyClaim {
  /** The owner and the key, as one text. */
  key: string;
  /** A hash of the operation, parameters, and body. It differs if another request uses the same key. */
  fingerprint: string;
  /** Different for each attempt, so that an attempt that lost its claim stores and releases nothing. */
  holder: string;
  /** The time from which another request may take over the claim, if it has no answer. */
  leaseEnd: Date;
  /** The time from which the key is free again. */
  expiresAt: Date;
}

/** An answer that is replayed. */
export interface StoredAnswer {
  status: number;
  /** JSON; `null` if the answer has no body. */
  body: string | null;
}

/** The record of a key that is in use. */
export interface IdempotencyRecord {
  fingerprint: string;
  /** `null` while the first request runs. */
  answer: StoredAnswer | null;
}

/** The storage of idempotency keys: a table, or any store that all instances of a server share. */
export interface IdempotencyStore {
  /**
   * Claims a key atomically, so that only one of two concurrent requests succeeds: a free or expired key,
   * or a key whose lease ended without an answer.
   * @returns `null` if the key is claimed, or else the record of the key.
   */
  claim(claim: IdempotencyClaim): Promise<IdempotencyRecord | null>;
  /** Stores the answer of the holder of a claim until the claim expires. */
  complete(claim: IdempotencyClaim, answer: StoredAnswer): Promise<void>;
  /** Frees the key of the holder of a claim. */
  release(claim: IdempotencyClaim): Promise<void>;
}
