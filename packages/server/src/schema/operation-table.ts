/**
 * The types of the operation table: the OpenAPI document, reduced to the parts that a server needs at run time.
 * The table itself is generated (`generated/operations.gen.ts`).
 */

import type { rateLimitClasses } from '../catalogue/catalogue.gen.ts';

/** A JSON Schema 2020-12 from the document, without its descriptions. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A query, path, or header parameter of an operation. */
export interface OperationParameter {
  /** As in the document; header names are case-insensitive. */
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  /** OpenAPI's `explode`: `false` on a list means one comma-separated value. */
  readonly explode: boolean;
  readonly schema: JsonSchema;
}

/** The request body of an operation. */
export interface OperationBody {
  readonly required: boolean;
  /** Schema by media type, for example `application/json`. */
  readonly content: { readonly [mediaType: string]: JsonSchema };
}

/** One documented response of an operation. */
export interface OperationResponse {
  /** By lower-case header name. */
  readonly headers: {
    readonly [name: string]: { readonly required: boolean; readonly schema: JsonSchema };
  };
  /** Schema by media type; empty if the response has no body. */
  readonly content: { readonly [mediaType: string]: JsonSchema };
}

/** A deprecated part of an operation, which may be removed after its sunset. */
export interface Deprecation {
  /** `x-deprecated-at`: the date from which it is deprecated, at midnight UTC. */
  readonly deprecatedAt: string;
  /** `x-sunset`: a date, at midnight UTC. */
  readonly sunset: string;
  /**
   * How to detect that a request uses it; `null` if every request does, because the operation itself
   * or a field of its response is deprecated. In the path of a field, `*` is any item or entry.
   */
  readonly usedBy:
    | { readonly in: 'query' | 'header'; readonly name: string }
    | { readonly in: 'body'; readonly path: readonly string[] }
    | null;
}

/** One operation of the document, as data. */
export interface Operation {
  /** The `operationId`, `<resource>.<method>`. */
  readonly id: string;
  /** Upper case. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In the notation of OpenAPI: `/partner/webhook-deliveries/{deliveryId}/redeliver`. */
  readonly path: string;
  /** In the notation of Fastify: `/partner/webhook-deliveries/:deliveryId/redeliver`. */
  readonly route: string;
  readonly parameters: readonly OperationParameter[];
  /** `null` if the operation has no request body. */
  readonly body: OperationBody | null;
  /**
   * The alternatives of OpenAPI's `security`, by scheme name: a request must satisfy one of them.
   * `{}` means "no credential"; an empty list means that credentials are ignored.
   */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
  /** `x-required-scopes`: the scopes that a key needs, and the scopes that a player must have granted. */
  readonly requiredScopes: { readonly key: readonly string[]; readonly user: readonly string[] };
  /** `x-idempotent`: whether the operation supports `Idempotency-Key`. */
  readonly idempotent: boolean;
  /**
   * `x-rate-limit-class`: the rate limit against which a call counts, so that expensive calls do not use up
   * the limit of cheap calls. `default` if the document names none.
   */
  readonly rateLimitClass: (typeof rateLimitClasses)[number]['name'];
  /** The maximum size of the request body, in bytes. */
  readonly bodyLimit: number;
  /** The format of the operation's errors, taken from its 400 response. */
  readonly errorFormat: 'problem' | 'oauth' | 'html';
  /** By status code. */
  readonly responses: { readonly [status: string]: OperationResponse };
  /** Its deprecated parts; omitted if there are none. */
  readonly deprecations?: readonly Deprecation[];
}

/** A security scheme of the document. */
export type SecurityScheme =
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string }
  | { readonly type: 'http'; readonly scheme: 'bearer' | 'basic' };
