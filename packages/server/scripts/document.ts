/** What the generator reads of an OpenAPI 3.1 document. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

export interface ReferenceObject {
  $ref: string;
}

/** What may be deprecated, and its dates (RFC 3339 `full-date`). */
export interface Deprecable {
  deprecated?: boolean;
  'x-deprecated-at'?: string;
  'x-sunset'?: string;
}

export interface ParameterObject extends Deprecable {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  style?: string;
  explode?: boolean;
  schema: JsonObject;
}

export type ContentObject = { [mediaType: string]: { schema?: JsonObject } };

export interface ResponseObject {
  headers?: { [name: string]: { required?: boolean; schema?: JsonObject } | ReferenceObject };
  content?: ContentObject;
}

export interface RequestBodyObject {
  required?: boolean;
  content: ContentObject;
}

export interface OperationObject extends Deprecable {
  operationId: string;
  parameters?: (ParameterObject | ReferenceObject)[];
  requestBody?: RequestBodyObject | ReferenceObject;
  responses: { [status: string]: ResponseObject | ReferenceObject };
  security?: { [scheme: string]: string[] }[];
  'x-required-scopes'?: { key?: string[]; user?: string[] };
  'x-idempotent'?: boolean;
  'x-rate-limit-class'?: string;
  'x-body-limit'?: number;
}

export interface PathItemObject extends Partial<Record<Method, OperationObject>> {
  parameters?: (ParameterObject | ReferenceObject)[];
}

export interface SecuritySchemeObject {
  type: string;
  in?: string;
  name?: string;
  scheme?: string;
}

export interface OpenApiDocument {
  openapi: string;
  paths: { [path: string]: PathItemObject };
  components?: {
    schemas?: { [name: string]: JsonObject };
    securitySchemes?: { [name: string]: SecuritySchemeObject };
  };
}

/** The methods an operation of the document may have, in the order they are written out. */
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof methods)[number];

/**
 * Follows a `$ref` inside the document, through as many references as there are.
 *
 * @throws where the reference leads nowhere.
 */
export function resolve<T extends object>(
  document: OpenApiDocument,
  value: T | ReferenceObject,
): T {
  let current: unknown = value;
  while (isReference(current)) current = lookUp(document, current.$ref);
  return current as T;
}

function isReference(value: unknown): value is ReferenceObject {
  return typeof value === 'object' && value !== null && '$ref' in value;
}

function lookUp(document: OpenApiDocument, reference: string): unknown {
  let current: unknown = document;
  for (const token of reference.replace(/^#\//, '').split('/')) {
    const name = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    current = (current as Record<string, unknown> | undefined)?.[name];
  }
  if (current === undefined) throw new Error(`The reference ${reference} leads nowhere.`);
  return current;
}

/** A path of the document with one of its operations. */
export interface LocatedOperation {
  path: string;
  method: Method;
  operation: OperationObject;
  parameters: ParameterObject[];
}

/** Every operation of the document, in document order, with the parameters of its path joined in. */
export function operationsOf(document: OpenApiDocument): LocatedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
        (parameter) => resolve(document, parameter),
      );
      return [{ path, method, operation, parameters }];
    }),
  );
}
