import type { DocumentReader, JsonObject, Schema } from '@partner-rating/spec/document';
import { changeSchemas, mapValues } from '../model/index.ts';

const removed = new Set([
  'description',
  'title',
  'deprecated',
  'example',
  'xml',
  'externalDocs',
  // Each alternative has its type as a constant, and Ajv does not accept a mapping.
  'discriminator',
]);
const schemasByName = new Set(['properties', '$defs', 'dependentSchemas', 'patternProperties']);
const literals = new Set(['enum', 'const', 'default', 'required', 'type', 'dependentRequired']);

/**
 * Returns a schema without descriptions and other annotations. One example of a string is kept, because the
 * detail of an error shows it.
 */
export function stripDescriptions(schema: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    // The explanation of a pattern is kept, because errors contain it.
    const isExtension = keyword.startsWith('x-') && keyword !== 'x-pattern-message';
    if (removed.has(keyword) || isExtension) continue;
    if (keyword === 'examples') {
      const first = Array.isArray(value) ? value[0] : undefined;
      if (typeof first === 'string') result[keyword] = [first];
    } else if (schemasByName.has(keyword)) {
      result[keyword] = mapValues(value as JsonObject, stripValue);
    } else {
      result[keyword] = literals.has(keyword) ? value : stripValue(value);
    }
  }
  return result;
}

function stripValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripValue);
  return typeof value === 'object' && value !== null
    ? stripDescriptions(value as JsonObject)
    : value;
}

/** Returns the component schemas that `used` needs, directly or indirectly, by name. */
export function reachableSchemas(
  { schemasBehind }: DocumentReader,
  used: unknown,
): Record<string, JsonObject> {
  const found = [...schemasBehind(used)].sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(found.map(([name, schema]) => [name, stripDescriptions(schema)]));
}

/**
 * Returns the schemas with closed sets (`x-extensible-enum`) for responses: a server knows every value of today, so
 * another value does not compile. A set that requests use too stays open, because a caller may send anything.
 */
export function closedSets(contract: DocumentReader): Record<string, Schema> {
  const requests = contract.operations().map(({ parameters, body }) => ({ parameters, body }));
  const shared = contract.schemasBehind(requests);
  const closed = changeSchemas(contract.schemas, ({ 'x-extensible-enum': known, ...schema }) => ({
    ...schema,
    ...(Array.isArray(known) && { enum: known }),
  }));
  return { ...closed, ...Object.fromEntries(shared) };
}
