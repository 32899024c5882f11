import { type Shape, shapeOf, shapeOfField } from './declared-shape.ts';
import { token } from './errors.ts';
import { compileInclusion } from './inclusion.ts';
import type { JsonSchema } from './operation-table.ts';

/** Separates the fields of a value that a schema declares, at any depth, from the others. */
export interface DeclaredFields {
  /** Returns whether a value has only declared fields. It may return `false` if only {@link pick} can decide. */
  includesAll(value: unknown): boolean;
  /** Returns a copy of a value without its undeclared fields. */
  pick(value: unknown): unknown;
  /** Returns the JSON Pointer of each undeclared field of a parsed JSON value. */
  undeclared(value: unknown): string[];
}

/**
 * Returns the fields that a dereferenced schema declares. Nearly every answer has only declared fields, so that is
 * checked first: the check is much cheaper than serializing, and a copy of every answer is more expensive.
 */
export function declaredFields(schema: JsonSchema): DeclaredFields {
  const shape = shapeOf(schema);
  return {
    includesAll: compileInclusion(shape),
    pick: (value) => pick(value, shape),
    undeclared: (value) => [...undeclared(value, shape, '')],
  };
}

function pick(value: unknown, shape: Shape): unknown {
  if (shape === 'any') return value;
  const sent = serialized(value);
  if (typeof sent !== 'object' || sent === null) return sent;
  if (Array.isArray(sent)) {
    return 'items' in shape ? sent.map((item) => pick(item, shape.items)) : sent;
  }
  if ('items' in shape) return sent;
  const fields: [string, unknown][] = [];
  for (const [name, child] of Object.entries(sent)) {
    const field = shapeOfField(shape, name);
    if (field !== undefined) fields.push([name, pick(child, field)]);
  }
  return Object.fromEntries(fields);
}

// The value that `JSON.stringify` writes for an object: for a `Date`, for example, a string.
function serialized(value: unknown): unknown {
  return serializesItself(value) ? value.toJSON('') : value;
}

function serializesItself(value: unknown): value is { toJSON(name: string): unknown } {
  return typeof (value as { toJSON?: unknown } | null | undefined)?.toJSON === 'function';
}

function* undeclared(value: unknown, shape: Shape, pointer: string): Generator<string> {
  if (shape === 'any' || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (!('items' in shape)) return;
    for (const [index, item] of value.entries()) {
      yield* undeclared(item, shape.items, `${pointer}/${index}`);
    }
  } else if (!('items' in shape)) {
    for (const [name, child] of Object.entries(value)) {
      const field = shapeOfField(shape, name);
      if (field === undefined) yield `${pointer}/${token(name)}`;
      else yield* undeclared(child, field, `${pointer}/${token(name)}`);
    }
  }
}
