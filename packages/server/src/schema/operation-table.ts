/**
 * The shape of the operation table: the OpenAPI document reduced to what a server needs at run time.
 * The table itself is generated (`generated/operations.gen.ts`).
 */

/** A JSON Schema 2020-12, as it stands in the document, without its prose. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A query, path or header parameter of an operation. */
export interface OperationParameter {
  /** As the document writes it; header names compare without regard to case. */
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  /** OpenAPI's `explode`: `false` on a list means one comma-separated value. */
  readonly explode: boolean;
  readonly schema: JsonSchema;
}

/** The body an operation takes. */
export interface OperationBody {
  readonly required: boolean;
  /** Schema by media type, for instance `application/json`. */
  readonly content: { readonly [mediaType: string]: JsonSchema };
}

/** One documented answer of an operation. */
export interface OperationResponse {
  /** By lower-case header name. */
  readonly headers: {
    readonly [name: string]: { readonly required: boolean; readonly schema: JsonSchema };
  };
  /** Schema by media type; empty where the answer has no body. */
  readonly content: { readonly [mediaType: string]: JsonSchema };
}

/** Something of an operation that is deprecated, and may be gone after its sunset. */
export interface Deprecation {
  /** `x-deprecated-at`: a date, whose first moment in UTC is meant. */
  readonly deprecatedAt: string;
  /** `x-sunset`: a date, as above. */
  readonly sunset: string;
  /**
   * What tells that a request uses it; `null` where every request does: the operation itself is
   * deprecated, or a field of its answer. In the path of a field `*` is any item or entry.
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
  /** As OpenAPI writes it: `/partner/webhook-deliveries/{deliveryId}/redeliver`. */
  readonly path: string;
  /** As Fastify writes it: `/partner/webhook-deliveries/:deliveryId/redeliver`. */
  readonly route: string;
  readonly parameters: readonly OperationParameter[];
  /** `null` where the operation takes no body. */
  readonly body: OperationBody | null;
  /**
   * The alternatives of OpenAPI's `security`, by scheme name: one of them must hold.
   * `{}` stands for "no credential"; an empty list means that none is looked for.
   */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
  /** `x-required-scopes`: what a key must hold, and what a player must have granted. */
  readonly requiredScopes: { readonly key: readonly string[]; readonly user: readonly string[] };
  /** `x-idempotent`: whether the operation honours `Idempotency-Key`. */
  readonly idempotent: boolean;
  /**
   * `x-rate-limit-class`: which limit a call counts towards, so that heavy calls do not use up the
   * limit of the light ones. `default` where the document names none.
   */
  readonly rateLimitClass: 'default' | 'ingest' | 'token' | 'webhook-test';
  /** The largest request body, in bytes. */
  readonly bodyLimit: number;
  /** How the operation reports errors, read off its 400 answer. */
  readonly errorFormat: 'problem' | 'oauth' | 'html';
  /** By status code. */
  readonly responses: { readonly [status: string]: OperationResponse };
  /** What of it is deprecated; left out where nothing is. */
  readonly deprecations?: readonly Deprecation[];
}

/** A security scheme of the document. */
export type SecurityScheme =
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string }
  | { readonly type: 'http'; readonly scheme: 'bearer' | 'basic' };
