/** What a document says of an operation or an event, with its references followed. */
import type { Deprecable, Header, Pagination, Parameter, Schema } from './openapi.ts';

export interface Example {
  name: string;
  summary: string;
  value: unknown;
}

export interface MediaType {
  /** As it stands in the document: with references to the schemas of the components. */
  schema: Schema;
  examples: Example[];
}

export type Content = Record<string, MediaType>;

export interface Body {
  required: boolean;
  content: Content;
}

export interface Response {
  /** The name of the component it is; null where it stands in the operation. */
  component: string | null;
  /** What happened and what to do: in the words of the operation, or else in those of the component. */
  description: string;
  /** Whether the operation has words of its own for it. */
  isOwnText: boolean;
  headers: Record<string, Header>;
  /** Empty where it has no body. */
  content: Content;
}

/** An event that the service sends, or what it has in common with an operation. */
export interface Exchange {
  id: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requiredScopes: { key: string[]; user: string[] };
  /** Null where none is taken. */
  body: Body | null;
  /** By status. */
  responses: Record<string, Response>;
}

export interface Operation extends Exchange, Deprecable {
  /** In capitals. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: string;
  /** Whether it is a page, which a player's browser opens. */
  isPage: boolean;
  /**
   * Whether clients have a method of it: not of a page, and not of what takes a form alone, which OAuth client
   * libraries send.
   */
  isCalled: boolean;
  security: Record<string, string[]>[];
  /** The names of the schemes of which one must hold; null stands for no credential. */
  schemes: (string | null)[];
  isIdempotent: boolean;
  /** Whether it changes nothing although its method may (`x-safe`). */
  isSafe: boolean;
  /** Whether a client may repeat it without an idempotency key where the answer was lost, although its method may write. */
  isRepeatable: boolean;
  /** What names the thing that it is about: clients take it without a name. Those of the path, in their order there, are first. */
  positional: Parameter[];
  /** Whether it takes `If-Match`. */
  isConditional: boolean;
  /** Of a list with pages (`x-pagination`); null of anything else. */
  pagination: Pagination | null;
  rateLimitClass: string;
  bodyLimit: number;
}

export interface Event extends Exchange {
  type: string;
}

/** A body that is sent: by a caller, by the service, or by the service to a receiver. */
export interface SentBody extends MediaType {
  id: string;
  /** Null for a request or an event. */
  status: string | null;
  mediaType: string;
}
