import type {
  Content,
  Deprecable,
  DocumentReader,
  Operation,
  Schema,
} from '@partner-rating/spec/document';

/** A deprecated part of an operation, in the form of the stubs' table. */
export interface Deprecation {
  deprecatedAt: string;
  sunset: string;
  /** How a request uses it; null if every request does. */
  usedBy: { in: 'query' | 'header'; name: string } | { in: 'body'; path: string[] } | null;
}

/**
 * Returns the deprecated parts of an operation: itself, parameters, and fields of its body and success responses.
 * Reading a response field cannot be detected, so such a field counts as used.
 */
export function deprecationsOf(contract: DocumentReader, operation: Operation): Deprecation[] {
  const found = deprecation(operation, operation.id, null);
  for (const parameter of operation.parameters) {
    const { name, in: location } = parameter;
    if (location !== 'query' && location !== 'header') continue;
    found.push(...deprecation(parameter, name, { in: location, name }));
  }
  for (const { path, schema } of deprecatedFields(contract, operation.body?.content ?? {})) {
    found.push(...deprecation(schema, path.join('/'), { in: 'body', path }));
  }
  for (const [status, { content }] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) continue;
    for (const { path, schema } of deprecatedFields(contract, content)) {
      found.push(...deprecation(schema, path.join('/'), null));
    }
  }
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

function deprecation(part: Deprecable, name: string, usedBy: Deprecation['usedBy']): Deprecation[] {
  if (part.deprecated !== true) return [];
  const { 'x-deprecated-at': deprecatedAt, 'x-sunset': sunset } = part;
  if (deprecatedAt === undefined || sunset === undefined) {
    throw new Error(`${name} is deprecated. Give it x-deprecated-at and x-sunset.`);
  }
  return [{ deprecatedAt, sunset, usedBy }];
}

interface Field {
  path: string[];
  schema: Schema;
}

/** Returns every deprecated field of the bodies, at any depth. */
function* deprecatedFields(contract: DocumentReader, content: Content): Generator<Field> {
  for (const { schema } of Object.values(content)) yield* fieldsBelow(contract, schema, []);
}

function* fieldsBelow(
  contract: DocumentReader,
  reference: Schema,
  path: string[],
): Generator<Field> {
  // Keywords next to a reference are added to the keywords of its target.
  const schema = { ...contract.resolve<Schema>(reference), ...reference };
  if (schema.deprecated === true && path.length > 0) yield { path, schema };
  const below = (child: unknown, ...names: string[]) =>
    typeof child === 'object' && child !== null
      ? fieldsBelow(contract, child as Schema, [...path, ...names])
      : [];
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* below(property, name);
  yield* below(schema.items, '*');
  yield* below(schema.additionalProperties, '*');
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    for (const part of Object.values(schema[keyword] ?? {})) yield* below(part);
  }
}
