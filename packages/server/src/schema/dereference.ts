import type { JsonSchema } from './operation-table.ts';

/** A schema that is not `true` or `false`. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/**
 * A schema with every `$ref` replaced by its target; keywords beside a `$ref` take precedence. It
 * compiles to one function without calls, which makes the validation of a batch cheap.
 *
 * @throws where a schema refers to itself; the document has no such schema.
 */
export function dereference(
  schema: JsonSchema,
  components: { readonly [name: string]: JsonSchema },
): JsonSchema {
  return replace(schema, components, []) as JsonSchema;
}

function replace(
  value: unknown,
  components: { readonly [name: string]: JsonSchema },
  path: readonly string[],
): unknown {
  if (Array.isArray(value)) return value.map((item) => replace(item, components, path));
  if (typeof value !== 'object' || value === null) return value;
  // biome-ignore lint/plugin: the published stubs carry their schemas, and not the reader.
  const { $ref: reference, ...rest } = value as SchemaObject;
  const own = Object.fromEntries(
    Object.entries(rest).map(([keyword, child]) => [keyword, replace(child, components, path)]),
  );
  if (typeof reference !== 'string') return own;
  const name = reference.replace('#/components/schemas/', '');
  const target = components[name];
  if (target === undefined) throw new Error(`The schema ${reference} does not exist.`);
  if (path.includes(name)) throw new Error(`The schema ${name} refers to itself.`);
  const replaced = replace(target, components, [...path, name]);
  return typeof replaced === 'object' ? { ...replaced, ...own } : replaced;
}
