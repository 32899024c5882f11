import { ProblemError } from '../reply/problem-error.ts';
import type { SchemaObject } from '../schema/dereference.ts';
import type { JsonSchema } from '../schema/operation-table.ts';

/** The maximum nesting depth of lists and objects in a request body. */
export const maxDepth = 32;

/** Returns the error of a body that is nested too deeply. */
export function tooDeep(): ProblemError {
  return new ProblemError('malformed_json', {
    detail: `The body is nested more than ${maxDepth} levels deep. Flatten it.`,
  });
}

/** Returns whether a value is nested deeper than the limit. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === maxDepth) return true;
  for (const name in value) {
    if (isTooDeep(value[name as keyof typeof value], depth + 1)) return true;
  }
  return false;
}

/**
 * Returns the maximum depth of the values that a schema allows; `Infinity` if the schema allows
 * any value somewhere. If the depth is bounded, valid values need not be measured.
 */
export function maxDepthOf(schema: JsonSchema): number {
  if (schema === false) return 0;
  if (schema === true) return Number.POSITIVE_INFINITY;
  if ('enum' in schema || 'const' in schema) return 0;
  if (schema.type === undefined) return Number.POSITIVE_INFINITY;
  const types = [schema.type].flat();
  return Math.max(
    types.includes('object') ? 1 + maxDepthOfAny(childrenOfObject(schema)) : 0,
    types.includes('array') ? 1 + maxDepthOfAny([schema.items ?? true]) : 0,
  );
}

function childrenOfObject(schema: SchemaObject): unknown[] {
  const properties = Object.values((schema.properties ?? {}) as object);
  return [...properties, schema.additionalProperties ?? true];
}

function maxDepthOfAny(schemas: readonly unknown[]): number {
  return Math.max(0, ...schemas.map((schema) => maxDepthOf(schema as JsonSchema)));
}
