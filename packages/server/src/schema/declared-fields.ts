import {
  type ListShape,
  type ObjectShape,
  type Shape,
  shapeOf,
  shapeOfField,
} from './declared-shape.ts';
import { token } from './faults.ts';
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
    includesAll: inclusion(shape),
    pick: (value) => pick(value, shape),
    undeclared: (value) => [...undeclared(value, shape, '')],
  };
}

type Fields = { readonly [name: string]: unknown };

type Includes = (value: unknown) => boolean;

const always: Includes = () => true;

// A closure for each part of the shape: walking the shape along with the value takes half as long again.
function inclusion(shape: Shape): Includes {
  if (shape === 'any') return always;
  return 'items' in shape ? listInclusion(shape) : objectInclusion(shape);
}

function listInclusion({ items }: ListShape): Includes {
  const includesItem = inclusion(items);
  return (value) => {
    if (!Array.isArray(value)) return !serializesItself(value);
    for (const item of value) if (!includesItem(item)) return false;
    return true;
  };
}

function objectInclusion({ properties, others }: ObjectShape): Includes {
  const byName = new Map([...properties].map(([name, field]) => [name, inclusion(field)]));
  const ofOthers = others && inclusion(others);
  return (value) => {
    if (typeof value !== 'object' || value === null) return true;
    if (serializesItself(value)) return false;
    for (const name in value) {
      const includesField = byName.get(name) ?? ofOthers;
      if (includesField === undefined) return false;
      if (includesField !== always && !includesField((value as Fields)[name])) return false;
    }
    return true;
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
