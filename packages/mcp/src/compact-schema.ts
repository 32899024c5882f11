import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as z from 'zod';

/**
 * Returns the schema with a JSON Schema that costs an agent fewer tokens. The schema omits what the protocol implies, the bounds
 * of every safe integer, and, in results of tools, the limit to the fields known today.
 */
export function compactSchema(
  schema: z.ZodObject,
): StandardSchemaWithJSON<Record<string, unknown>> {
  const { jsonSchema, ...standard } = schema['~standard'];
  const written = (io: 'input' | 'output') => (options: Parameters<typeof jsonSchema.input>[0]) =>
    compact(jsonSchema[io](options), io) as Record<string, unknown>;
  return {
    '~standard': {
      ...standard,
      jsonSchema: { input: written('input'), output: written('output') },
    },
  };
}

function compact(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => compact(item, io));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !isImplied(key, inner, value, io))
      .map(([key, inner]) => [key, compact(inner, io)]),
  );
}

function isImplied(key: string, value: unknown, siblings: object, io: 'input' | 'output'): boolean {
  if (key === '$schema') return true;
  if (key === 'pattern') return 'format' in siblings;
  if (key === 'minimum' || key === 'maximum')
    return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  return io === 'output' && key === 'additionalProperties';
}
