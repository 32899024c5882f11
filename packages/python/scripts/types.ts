import { componentName, type Schema } from '@partner-rating/spec/document';

/** The type of a value, as an expression of Python; components stand under `prefix`. */
export function typeOf(schema: Schema | undefined, prefix = ''): string {
  if (schema === undefined) return 'None';
  if (schema.anyOf?.some(({ type }) => type === 'null')) {
    return schema.anyOf.map((one) => typeOf(one, prefix)).join(' | ');
  }
  // Of several dialects the first is that of JSON.
  const [dialect] = schema.anyOf ?? [schema];
  const name = componentName(dialect ?? schema);
  if (name !== undefined) return `${prefix}${name}`;
  return inlineType(schema, prefix);
}

function inlineType(schema: Schema, prefix: string): string {
  const { const: only, enum: values, items, additionalProperties } = schema;
  if (only !== undefined) return `Literal[${JSON.stringify(only)}]`;
  const { oneOf } = schema as { oneOf?: Schema[] };
  if (oneOf) return oneOf.map((one) => typeOf(one, prefix)).join(' | ');
  const types = [schema.type ?? []].flat();
  const known = values ?? (schema['x-extensible-enum'] as unknown[] | undefined);
  const nullable = types.includes('null') ? ' | None' : '';
  if (known) {
    const literals = known.filter((value) => value !== null).map((value) => JSON.stringify(value));
    // An open set may gain values.
    return `Literal[${literals.join(', ')}]${values ? '' : ' | str'}${nullable}`;
  }
  const [type] = types.filter((one) => one !== 'null');
  switch (type) {
    case undefined:
      if (types.includes('null')) return 'None';
      break;
    case 'string':
      return `str${nullable}`;
    case 'integer':
      return `int${nullable}`;
    case 'number':
      return `float${nullable}`;
    case 'boolean':
      return `bool${nullable}`;
    case 'array':
      return `list[${typeOf(items, prefix)}]${nullable}`;
    case 'object':
      return typeof additionalProperties === 'object'
        ? `dict[str, ${typeOf(additionalProperties, prefix)}]${nullable}`
        : `dict[str, Any]${nullable}`;
  }
  throw new Error(`No type of Python is known for ${JSON.stringify(schema)}.`);
}
