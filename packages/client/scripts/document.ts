/** A JSON object whose members are looked at one by one. */
export type JsonObject = { [name: string]: unknown };

/** The parts of a bundled OpenAPI document that the generator reads. */
export interface OpenApiDocument {
  openapi: string;
  info: JsonObject;
  servers: { url: string; 'x-environment'?: string }[];
  paths: Record<string, Record<string, JsonObject>>;
  webhooks: Record<string, Record<string, JsonObject>>;
  components: Record<string, Record<string, JsonObject>>;
}

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: string;
  explode?: boolean;
  schema: JsonObject;
}

/** An operation and where it stands. */
export interface LocatedOperation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** Whether it changes nothing although its method may (`x-safe`). */
  safe: boolean;
  idempotent: boolean;
  security: Record<string, string[]>[];
  rateLimitClass: string;
  requestBody: JsonObject | undefined;
  responses: Record<string, JsonObject>;
}

/** Follows a reference inside the document; what is no reference is given back as it is. */
export function resolve<Target>(document: OpenApiDocument, node: JsonObject): Target {
  if (typeof node.$ref !== 'string') return node as Target;
  const [, group = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(node.$ref) ?? [];
  const target = document.components[group]?.[name];
  if (!target) throw new Error(`${node.$ref} leads nowhere. Bundle the document again.`);
  return target as Target;
}

/** Every operation of the document, in document order. */
export function operationsOf(document: OpenApiDocument): LocatedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => 'operationId' in operation)
      .map(([method, operation]) => ({
        id: operation.operationId as string,
        method: method.toUpperCase(),
        path,
        parameters: ((operation.parameters ?? []) as JsonObject[]).map((parameter) =>
          resolve<Parameter>(document, parameter),
        ),
        safe: operation['x-safe'] === true,
        idempotent: operation['x-idempotent'] === true,
        security: operation.security as Record<string, string[]>[],
        rateLimitClass: (operation['x-rate-limit-class'] as string | undefined) ?? 'default',
        requestBody: operation.requestBody as JsonObject | undefined,
        responses: operation.responses as Record<string, JsonObject>,
      })),
  );
}
