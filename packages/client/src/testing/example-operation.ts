/** A documented response of an operation, under one status. */
export interface ExampleResponse {
  /** Null if there is no body. */
  readonly mediaType: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly examples: readonly string[];
}

/** The route of an operation, and its documented responses. */
export interface ExampleOperation {
  readonly method: string;
  readonly path: string;
  /** The types of the query parameters that are not strings; null if there is no query. */
  readonly query: Readonly<Record<string, string>> | null;
  /** The security schemes. A request needs one of them; empty if it needs none. */
  readonly credentials: readonly ('ApiKey' | 'AccessToken')[];
  readonly rateLimitClass: string;
  /** The responses by status, successes first. */
  readonly responses: Readonly<Record<number, ExampleResponse>>;
}
