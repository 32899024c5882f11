/** An operation or an event of a document, with its references resolved. */
import type { Deprecable, Header, Pagination, Parameter, Schema } from './openapi.ts';

export interface Example {
  name: string;
  summary: string;
  value: unknown;
}

export interface MediaType {
  /** The unresolved schema, with references to the schemas of the components. */
  schema: Schema;
  examples: Example[];
}

export type Content = Record<string, MediaType>;

export interface Body {
  required: boolean;
  content: Content;
}

export interface Response {
  /** The name of its component, or null if the operation contains it. */
  component: string | null;
  /** What happened and what to do: the text of the operation, or else that of the component. */
  description: string;
  /** Whether the operation has its own text for it. */
  isOwnText: boolean;
  headers: Record<string, Header>;
  /** Empty if there is no body. */
  content: Content;
}

/** An event that the service sends, or what it has in common with an operation. */
export interface Exchange {
  id: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requiredScopes: { key: string[]; user: string[] };
  /** Null if it accepts none. */
  body: Body | null;
  /** By status. */
  responses: Record<string, Response>;
}

export interface Operation extends Exchange, Deprecable {
  /** In capitals. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: string;
  /** Whether it is a page that a player's browser opens. */
  isPage: boolean;
  /**
   * Whether clients have a method for it. They have none for pages, and for operations that accept only forms, which
   * OAuth client libraries send.
   */
  isCalled: boolean;
  security: Record<string, string[]>[];
  /** The names of the accepted security schemes. Null stands for no credential. */
  schemes: (string | null)[];
  isIdempotent: boolean;
  /** Whether it changes nothing, although its method may write (`x-safe`). */
  isSafe: boolean;
  /**
   * Whether a client may repeat it without an idempotency key if the response was lost, although its method may
   * write.
   */
  isRepeatable: boolean;
  /** Whether a response may contain a secret (`x-secret`). */
  showsSecret: boolean;
  /**
   * The identifiers of its resource, which are positional arguments in clients. Those of the path come first, in
   * their order.
   */
  positional: Parameter[];
  /** Whether it accepts `If-Match`. */
  isConditional: boolean;
  /** The pagination of a list (`x-pagination`), or null. */
  pagination: Pagination | null;
  rateLimitClass: string;
  bodyLimit: number;
}

export interface Event extends Exchange {
  type: string;
}

/** A body of a request, a response, or an event. */
export interface SentBody extends MediaType {
  id: string;
  /** Null for requests and events. */
  status: string | null;
  mediaType: string;
}
