/** A key that a request has claimed, with what the request is. */
export interface IdempotencyClaim {
  /** Whose key it is, and the key itself, as one text. */
  key: string;
  /** Made from operation, parameters and body: another request with the same key has another one. */
  fingerprint: string;
  /** Different for each attempt, so that one that lost its claim stores and releases nothing. */
  holder: string;
  /** From this moment on the claim of a request without an answer may be taken over. */
  leaseEnd: Date;
  /** From this moment on the key is free again. */
  expiresAt: Date;
}

/** An answer that is replayed. */
export interface StoredAnswer {
  status: number;
  /** JSON; `null` where the answer has no body. */
  body: string | null;
}

/** What a store has for a key that is taken. */
export interface IdempotencyRecord {
  fingerprint: string;
  /** `null` while the first request runs. */
  answer: StoredAnswer | null;
}

/** Where idempotency keys are stored: a table, or whatever all instances of a server share. */
export interface IdempotencyStore {
  /**
   * Claims a key in one step, in which two requests at once cannot both succeed: a free or expired key,
   * or one whose lease ended without an answer.
   * @returns `null` where the key is claimed, else the record of the key.
   */
  claim(claim: IdempotencyClaim): Promise<IdempotencyRecord | null>;
  /** Stores the answer of the holder of a claim until the claim expires. */
  complete(claim: IdempotencyClaim, answer: StoredAnswer): Promise<void>;
  /** Frees the key of the holder of a claim. */
  release(claim: IdempotencyClaim): Promise<void>;
}
