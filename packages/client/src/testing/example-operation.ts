/** An answer that the document has for an operation, under one status. */
export interface ExampleResponse {
  /** Null where there is no body. */
  readonly mediaType: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly examples: readonly string[];
}

/** How an operation is known by its request, and what it may be answered with. */
export interface ExampleOperation {
  readonly method: string;
  readonly path: string;
  /** The types of the query parameters that are no strings; null where it takes no query. */
  readonly query: Readonly<Record<string, string>> | null;
  /** The security schemes of which a request needs one; none where it needs no header for it. */
  readonly credentials: readonly ('ApiKey' | 'AccessToken')[];
  readonly rateLimitClass: string;
  /** By status, the successes first. */
  readonly responses: Readonly<Record<number, ExampleResponse>>;
}
