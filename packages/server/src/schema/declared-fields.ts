import { type Shape, shapeOf, shapeOfField } from './declared-shape.ts';
import { token } from './errors.ts';
import { compileInclusion } from './inclusion.ts';
import type { JsonSchema } from './operation-table.ts';

/** Separates the fields of a value that a schema declares, at any depth, from the others. */
export interface DeclaredFields {
  /** Whether a value has declared fields only; `false` also where it takes {@link pick} to know. */
  includesAll(value: unknown): boolean;
  /** A copy of a value without its undeclared fields. */
  pick(value: unknown): unknown;
  /** The JSON Pointer of each undeclared field of a parsed JSON value. */
  undeclared(value: unknown): string[];
}

/**
 * The fields that a dereferenced schema declares. Nearly every answer has no others, so that is
 * checked first: it costs a small part of what serializing does, and a copy of every answer is more.
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

// What `JSON.stringify` writes in place of an object: for a `Date`, for instance, a string.
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
