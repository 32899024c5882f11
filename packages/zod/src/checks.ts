import * as z from 'zod';
import { isUri } from './uri.ts';

/** The text has so many characters, counted as JSON Schema counts them: by code point, not by UTF-16 unit. */
export function characters(bounds: { min?: number; max?: number }): z.core.CheckFn<string> {
  const { min = 0, max = Number.POSITIVE_INFINITY } = bounds;
  return ({ value, issues }) => {
    // A code point is one or two units, so most texts need no count.
    if (value.length >= min * 2 && value.length <= max) return;
    const count = [...value].length;
    const issue = { origin: 'string', inclusive: true, input: value } as const;
    if (count < min) issues.push({ ...issue, code: 'too_small', minimum: min });
    if (count > max) issues.push({ ...issue, code: 'too_big', maximum: max });
  };
}

// Any case, as RFC 3339 section 5.6 allows, and any offset.
const dateTimePattern = /*#__PURE__*/ new RegExp(
  /*#__PURE__*/ z.regexes.datetime({ offset: true }).source,
  'i',
);

/** The text is a `date-time` of RFC 3339. */
export const dateTime: z.core.CheckFn<string> = ({ value, issues }) => {
  if (dateTimePattern.test(value)) return;
  issues.push({ code: 'invalid_format', format: 'datetime', input: value });
};

/** The text is a URI as it stands. `z.url()` takes what a browser corrects, and gives that out in its place. */
export const uri: z.core.CheckFn<string> = ({ value, issues }) => {
  if (isUri(value)) return;
  issues.push({ code: 'invalid_format', format: 'url', input: value });
};

const deceptivePattern =
  /(?!\u200c|\u200d|\p{Variation_Selector})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The text of a request has no character that is not seen or that changes how the text around it is shown. */
export const plainText: z.core.CheckFn<string> = ({ value, issues }) => {
  const found = deceptivePattern.exec(value);
  if (found === null) return;
  const position = [...value.slice(0, found.index)].length + 1;
  const codePoint = found[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  const message = `This has an invisible character that changes how it is read (character ${position}, U+${codePoint}). Remove it.`;
  issues.push({ code: 'custom', message, input: value });
};

/** No item is there twice. */
export const distinct: z.core.CheckFn<readonly unknown[]> = ({ value, issues }) => {
  if (new Set(value.map((item) => JSON.stringify(item))).size === value.length) return;
  issues.push({ code: 'custom', message: 'Each item may be there once', input: value });
};

/** The object has at most so many properties. */
export function properties(max: number): z.core.CheckFn<object> {
  return ({ value, issues }) => {
    if (Object.keys(value).length <= max) return;
    issues.push({ code: 'custom', message: `At most ${max} properties`, input: value });
  };
}

/** Where the object has the first property, it has the other too. */
export function needs(name: string, other: string): z.core.CheckFn<object> {
  return ({ value, issues }) => {
    if (!(name in value) || other in value) return;
    issues.push({
      code: 'custom',
      path: [other],
      message: `Needed beside ${name}`,
      input: value,
    });
  };
}

/** The schema with the type that the client has for what it takes: an open set, or an identifier. */
export function typed<Type extends string>(
  schema: z.ZodType<string, string>,
): z.ZodType<Type, Type> {
  return schema as z.ZodType<Type, Type>;
}

/**
 * The alternatives known today, distinguished by `type`, or an object of a type that none of them has: more of them may
 * be added. One of a known type that is not as its schema says is refused.
 */
export function orUnknown<Type>(known: z.ZodType, types: readonly string[]): z.ZodType<Type, Type> {
  const type = z.string().check(({ value, issues }) => {
    if (!types.includes(value)) return;
    issues.push({ code: 'custom', message: `Not the schema of ${value}`, input: value });
  });
  const unknown = z.looseObject({ type, timestamp: z.string(), data: z.unknown() });
  return z.union([known, unknown]) as z.ZodType as z.ZodType<Type, Type>;
}

/** Which location each scope of a leaderboard needs; a city may have its state too. */
const locationsOf: Record<string, readonly string[]> = {
  global: [],
  country: ['country'],
  state: ['country', 'state'],
  city: ['country', 'city'],
};

/** The scope has the location it needs, and none that it has no use for. */
export const scopedLocation: z.core.CheckFn<Record<string, unknown>> = ({ value, issues }) => {
  const { scope = 'global' } = value;
  const needed = locationsOf[String(scope)];
  if (needed === undefined) return;
  for (const name of ['country', 'state', 'city']) {
    const isNeeded = needed.includes(name);
    if (isNeeded === name in value || (scope === 'city' && name === 'state')) continue;
    const message = `${isNeeded ? 'Needed by' : 'Not for'} the scope ${scope}`;
    issues.push({ code: 'custom', path: [name], message, input: value });
  }
};

/** A page begins at a cursor or at an offset. */
export const onePosition: z.core.CheckFn<object> = ({ value, issues }) => {
  if (!('cursor' in value && 'offset' in value)) return;
  issues.push({ code: 'custom', path: ['offset'], message: 'Not beside cursor', input: value });
};

/** A list of the client may be read-only, and one of zod is not. */
type Writable<Type> = {
  [Name in keyof Type]: Type[Name] extends infer Value
    ? Value extends readonly (infer Item)[]
      ? Item[]
      : Value
    : never;
};

/**
 * The schema with rules between its fields, and with the type that the client has for what keeps them, which has to
 * be a part of what the schema takes.
 */
export function ruled<Type>(): <Taken extends z.ZodObject>(
  schema: Writable<Type> extends z.output<Taken> ? Taken : never,
  rules: readonly z.core.CheckFn<Record<string, unknown>>[],
) => z.ZodType<Type, Type> {
  return (schema, rules) => schema.check(...rules) as unknown as z.ZodType<Type, Type>;
}
