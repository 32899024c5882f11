/** A documented response of an operation, under one status. */
export interface ExampleResponse {
  /** Null where there is no body. */
  readonly mediaType: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly examples: readonly string[];
}

/** How a request is routed to an operation, and its documented responses. */
export interface ExampleOperation {
  readonly method: string;
  readonly path: string;
  /** The types of the query parameters other than strings; null where there is no query. */
  readonly query: Readonly<Record<string, string>> | null;
  /** The security schemes, of which a request needs one; empty where it needs none. */
  readonly credentials: readonly ('ApiKey' | 'AccessToken' | 'DpopToken')[];
  readonly rateLimitClass: string;
  /** By status, the successes first. */
  readonly responses: Readonly<Record<number, ExampleResponse>>;
}
