import type { Deprecation } from '../src/schema/operation-table.ts';
import {
  type ContentObject,
  type Deprecable,
  type JsonObject,
  type LocatedOperation,
  type OpenApiDocument,
  type RequestBodyObject,
  type ResponseObject,
  resolve,
} from './document.ts';

/**
 * What of an operation is deprecated: itself, parameters, and fields of its bodies and successes.
 * Whether a caller reads a field of an answer cannot be seen, so such a field counts as used.
 */
export function deprecationsOf(
  document: OpenApiDocument,
  { operation, parameters }: LocatedOperation,
): Deprecation[] {
  const found = deprecation(operation, operation.operationId, null);
  for (const parameter of parameters) {
    const { name, in: location } = parameter;
    if (location !== 'query' && location !== 'header') continue;
    found.push(...deprecation(parameter, name, { in: location, name }));
  }
  if (operation.requestBody !== undefined) {
    const { content } = resolve<RequestBodyObject>(document, operation.requestBody);
    for (const { path, schema } of deprecatedFields(document, content)) {
      found.push(...deprecation(schema, path.join('/'), { in: 'body', path }));
    }
  }
  for (const [status, reference] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) continue;
    const { content = {} } = resolve<ResponseObject>(document, reference);
    for (const { path, schema } of deprecatedFields(document, content)) {
      found.push(...deprecation(schema, path.join('/'), null));
    }
  }
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

function deprecation(part: Deprecable, name: string, usedBy: Deprecation['usedBy']): Deprecation[] {
  if (part.deprecated !== true) return [];
  const { 'x-deprecated-at': deprecatedAt, 'x-sunset': sunset } = part;
  if (deprecatedAt === undefined || sunset === undefined) {
    throw new Error(
      `${name} is deprecated. Say since when and until when: x-deprecated-at, x-sunset.`,
    );
  }
  return [{ deprecatedAt, sunset, usedBy }];
}

interface Field {
  path: string[];
  schema: JsonObject;
}

/** Every deprecated field that the bodies may have, at whatever depth. */
function* deprecatedFields(document: OpenApiDocument, content: ContentObject): Generator<Field> {
  for (const { schema } of Object.values(content)) {
    if (schema !== undefined) yield* fieldsBelow(document, schema, []);
  }
}

function* fieldsBelow(
  document: OpenApiDocument,
  reference: JsonObject,
  path: string[],
): Generator<Field> {
  // What stands beside a reference adds to what it refers to.
  const schema: JsonObject = { ...resolve<JsonObject>(document, reference), ...reference };
  if (schema.deprecated === true && path.length > 0) yield { path, schema };
  const below = (child: unknown, ...names: string[]) =>
    typeof child === 'object' && child !== null
      ? fieldsBelow(document, child as JsonObject, [...path, ...names])
      : [];
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* below(property, name);
  yield* below(schema.items, '*');
  yield* below(schema.additionalProperties, '*');
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    for (const part of Object.values(schema[keyword] ?? {})) yield* below(part);
  }
}
