import type { DocumentReader, JsonObject } from '@partner-rating/spec/document';

const prose = new Set(['description', 'title', 'deprecated', 'example', 'xml', 'externalDocs']);
const schemasByName = new Set(['properties', '$defs', 'dependentSchemas', 'patternProperties']);
const data = new Set(['enum', 'const', 'default', 'required', 'type', 'dependentRequired']);

/**
 * A schema without its prose. Of the examples of a string one is kept, for the sentence that says
 * what a value should look like.
 */
export function lean(schema: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (prose.has(keyword) || keyword.startsWith('x-')) continue;
    if (keyword === 'examples') {
      const first = Array.isArray(value) ? value[0] : undefined;
      if (typeof first === 'string') result[keyword] = [first];
    } else if (schemasByName.has(keyword)) {
      result[keyword] = Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, child]) => [name, leanValue(child)]),
      );
    } else {
      result[keyword] = data.has(keyword) ? value : leanValue(value);
    }
  }
  return result;
}

function leanValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leanValue);
  return typeof value === 'object' && value !== null ? lean(value as JsonObject) : value;
}

/** The component schemas that `used` refers to, directly or through one another, by name. */
export function reachableSchemas(
  { schemasBehind }: DocumentReader,
  used: unknown,
): Record<string, JsonObject> {
  const found = [...schemasBehind(used)].sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(found.map(([name, schema]) => [name, lean(schema)]));
}
