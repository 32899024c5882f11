import type { OperationParts } from '../reply/reply.ts';
import type { Logger } from '../request/logger.ts';
import type { Principal } from '../request/principal.ts';
import { dereference } from '../schema/dereference.ts';
import type { JsonSchema, Operation, SecurityScheme } from '../schema/operation-table.ts';
import type { HandlerOf } from './handler-types.ts';
import type { SharedOptions } from './options.ts';

/** A document to serve instead of the document of the package. */
export interface ServedDocument {
  /** Its operations, whose schemas contain no references to other schemas. */
  readonly operations: readonly Operation[];
  readonly securitySchemes: { readonly [name: string]: SecurityScheme };
}

/**
 * Creates a document from its generated parts.
 *
 * @param parts `schemas` are the schemas to which the operations refer, by name.
 */
export function servedDocument({
  operations,
  securitySchemes,
  schemas,
}: ServedDocument & { readonly schemas: { readonly [name: string]: JsonSchema } }): ServedDocument {
  const whole = (schema: JsonSchema) => dereference(schema, schemas);
  const content = (byType: { readonly [mediaType: string]: JsonSchema }) =>
    mapValues(byType, whole);
  return {
    securitySchemes,
    operations: operations.map((operation) => ({
      ...operation,
      parameters: operation.parameters.map((one) => ({ ...one, schema: whole(one.schema) })),
      body: operation.body && { ...operation.body, content: content(operation.body.content) },
      responses: mapValues(operation.responses, (response) => ({
        headers: mapValues(response.headers, (one) => ({ ...one, schema: whole(one.schema) })),
        content: content(response.content),
      })),
    })),
  };
}

function mapValues<Value, Result>(
  values: { readonly [name: string]: Value },
  change: (value: Value) => Result,
): { readonly [name: string]: Result } {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** The options of a server for another document. `Parts` are the types of its operations, by operationId. */
export interface DocumentOptions<
  Parts extends { [Id in keyof Parts]: OperationParts },
  P extends Principal = Principal,
  Raw = unknown,
> extends Omit<SharedOptions<P, Raw>, 'authenticate'> {
  document: ServedDocument;
  /** A handler for every operation. */
  handlers: { [Id in keyof Parts]: HandlerOf<Parts[Id], P, Raw> };
  /** A function for every security scheme, as in {@link Authenticators}. */
  authenticate: {
    readonly [scheme: string]: (credential: string, raw: Raw) => Promise<P | null> | P | null;
  };
  /** Where failures are logged, and `context.log` of handlers. */
  log?: Logger;
}
