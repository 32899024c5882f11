import type { Json, JsonObject, OpenApiDocument } from './document.ts';

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

function leanValue(value: Json): Json {
  if (Array.isArray(value)) return value.map(leanValue);
  return typeof value === 'object' && value !== null ? lean(value) : value;
}

/** The component schemas that `used` refers to, directly or through one another, by name. */
export function reachableSchemas(
  document: OpenApiDocument,
  used: unknown,
): Record<string, JsonObject> {
  const all = document.components?.schemas ?? {};
  const found = new Map<string, JsonObject>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (key !== '$ref' || typeof child !== 'string') {
        visit(child);
        continue;
      }
      const name = child.replace('#/components/schemas/', '');
      const schema = all[name];
      if (schema === undefined) throw new Error(`The reference ${child} leads nowhere.`);
      if (found.has(name)) continue;
      found.set(name, lean(schema));
      visit(found.get(name));
    }
  };
  visit(used);
  return Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1)));
}
