/** The parts of an OpenAPI 3.1 document in JSON that this project uses. */

/** A JSON object with unknown members. */
export type JsonObject = { [name: string]: unknown };

export interface Reference {
  $ref: string;
  /** Overrides the description of the referenced object. */
  description?: string;
}

/** A part that may be deprecated, with its dates (RFC 3339 `full-date`). */
export interface Deprecable {
  deprecated?: boolean | undefined;
  'x-deprecated-at'?: string | undefined;
  'x-sunset'?: string | undefined;
}

/** A JSON Schema 2020-12, or a reference to one with the fields next to it. */
export interface Schema extends Deprecable {
  $ref?: string;
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  dependentRequired?: Record<string, string[]>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  [keyword: string]: unknown;
}

export interface Parameter extends Deprecable {
  name: string;
  in: 'query' | 'path' | 'header' | 'cookie';
  description?: string;
  required?: boolean;
  style?: string;
  explode?: boolean;
  /** Whether it is the identifier of the operation's resource. */
  'x-positional'?: boolean;
  schema: Schema;
}

export interface Header {
  description?: string;
  required?: boolean;
  schema: Schema;
}

export interface ExampleObject {
  summary?: string;
  value?: unknown;
}

export interface MediaTypeObject {
  schema?: Schema;
  examples?: Record<string, ExampleObject | Reference>;
}

export interface BodyObject {
  description?: string;
  required?: boolean;
  content?: Record<string, MediaTypeObject>;
}

export interface ResponseObject {
  description?: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaTypeObject>;
}

/** The names of the fields and parameters with which clients read the pages of a list. */
export interface Pagination {
  items: string;
  cursor: string;
  offset?: string;
}

export interface OperationObject extends Deprecable {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: BodyObject | Reference;
  responses: Record<string, ResponseObject | Reference>;
  security?: Record<string, string[]>[];
  'x-required-scopes'?: { key?: string[]; user?: string[] };
  'x-idempotent'?: boolean;
  'x-safe'?: boolean;
  'x-repeatable'?: boolean;
  'x-pagination'?: Pagination;
  'x-rate-limit-class'?: string;
  'x-body-limit'?: number;
}

/** The HTTP methods that an operation of the document may have. */
export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

export interface PathItem extends Partial<Record<(typeof methods)[number], OperationObject>> {
  parameters?: (Parameter | Reference)[];
}

export interface SecurityScheme {
  type: string;
  in?: string;
  name?: string;
  scheme?: string;
}

export interface Server {
  url: string;
  description?: string;
  'x-environment'?: string;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; summary?: string; description?: string };
  servers?: Server[];
  tags?: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components?: {
    schemas?: Record<string, Schema>;
    examples?: Record<string, ExampleObject>;
    securitySchemes?: Record<string, SecurityScheme>;
    [group: string]: Record<string, object> | undefined;
  };
}
