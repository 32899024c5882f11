import { contract } from '@partner-rating/spec/contract';
import type { Schema } from '@partner-rating/spec/document';
import { isValid } from './validation.ts';

type Path = readonly (string | number)[];

/** A value inside a body, and its schema. */
interface BodyValue {
  path: Path;
  schema: Schema;
  value: unknown;
}

/** A body that differs from a valid one in one value. */
export interface MutatedBody {
  what: string;
  /** Null if the body is still valid. */
  make: () => { body: unknown } | null;
}

/** Returns bodies in which one value breaks its schema. */
export function mutatedBodies(schema: Schema, body: unknown): MutatedBody[] {
  return [...valuesIn(schema, body, [])].flatMap((value) =>
    [...mutationsOf(value)].map(([what, change]) => ({
      what: `${what} at /${value.path.join('/')}`,
      make: () => {
        const changed = replaced(body, value.path, change());
        return isValid(schema, changed) ? null : { body: changed };
      },
    })),
  );
}

/** Returns values that break the schema, each in a different way. */
export function* invalidValues(reference: Schema): Generator<[what: string, value: unknown]> {
  const schema = contract.resolve(reference);
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  for (const value of [null, true, 7.5, -1, 'text', [], {}, [[]], { text: 1 }]) {
    yield [`the type of ${JSON.stringify(value)}`, value];
  }
  if (minimum !== undefined) yield ['less than minimum', minimum - 1];
  if (maximum !== undefined) yield ['more than maximum', maximum + 1];
  yield ['the largest number', Number.MAX_VALUE];
  if (minLength !== undefined && minLength > 0) yield ['shorter than minLength', ''];
  if (maxLength !== undefined) yield ['longer than maxLength', 'x'.repeat(maxLength + 1)];
  if (minItems !== undefined && minItems > 0) yield ['fewer than minItems', []];
  if (maxItems !== undefined) yield ['more than maxItems', Array(maxItems + 1).fill('x')];
  yield ['NUL', 'a\0b'];
  yield ['a lone surrogate', 'a\ud800b'];
  yield ['a value outside the enum', 'NO_SUCH_VALUE'];
  yield ['no date', '2026-02-30T25:61:00Z'];
}

function* mutationsOf({
  schema,
  value,
}: BodyValue): Generator<[what: string, change: () => unknown]> {
  const { required = [], properties = {}, maxItems } = schema;
  for (const [what, invalid] of invalidValues(schema)) yield [what, () => invalid];
  if (Array.isArray(value) && value.length > 0) {
    if (maxItems !== undefined) {
      yield ['more than maxItems', () => Array(maxItems + 1).fill(value[0])];
    }
    yield ['a duplicate item', () => [...value, value[0]]];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const name of required) {
    yield [
      `no ${name}`,
      () => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
    ];
  }
  for (const name of ['unexpected', 'constructor', '', '\0', 'toString']) {
    if (!Object.hasOwn(properties, name)) {
      yield [`a field ${JSON.stringify(name)}`, () => ({ ...value, [name]: 1 })];
    }
  }
}

function* valuesIn(reference: Schema, value: unknown, path: Path): Generator<BodyValue> {
  const schema = contract.resolve(reference);
  yield { path, schema, value };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* valuesIn(schema.items ?? {}, item, [...path, index]);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      yield* valuesIn(schema.properties?.[name] ?? {}, item, [...path, name]);
    }
  }
}

function replaced(body: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(body)) {
    return body.map((item, index) => (index === key ? replaced(item, rest, value) : item));
  }
  const object = body as Record<string, unknown>;
  return { ...object, [key]: replaced(object[String(key)], rest, value) };
}
