import * as z from 'zod';
import { isUri } from './uri.ts';

/** Checks the length of a text as in JSON Schema: in code points, not in UTF-16 units. */
export function characters(bounds: { min?: number; max?: number }): z.core.CheckFn<string> {
  const { min = 0, max = Number.POSITIVE_INFINITY } = bounds;
  return ({ value, issues }) => {
    // A code point has one or two units, so most texts need no count.
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

/** Checks that a text is a `date-time` of RFC 3339. */
export const dateTime: z.core.CheckFn<string> = ({ value, issues }) => {
  if (dateTimePattern.test(value)) return;
  issues.push({ code: 'invalid_format', format: 'datetime', input: value });
};

/** Checks that a text is a URI. `z.url()` also accepts texts that a browser would correct, and returns the correction. */
export const uri: z.core.CheckFn<string> = ({ value, issues }) => {
  if (isUri(value)) return;
  issues.push({ code: 'invalid_format', format: 'url', input: value });
};

const deceptivePattern =
  /(?!\u200c|\u200d|\p{Variation_Selector})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Checks that a text of a request has no character that is invisible or changes how the text around it is shown. */
export const plainText: z.core.CheckFn<string> = ({ value, issues }) => {
  const found = deceptivePattern.exec(value);
  if (found === null) return;
  const position = [...value.slice(0, found.index)].length + 1;
  const codePoint = found[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  const message = `This has an invisible character that changes how it is read (character ${position}, U+${codePoint}). Remove it.`;
  issues.push({ code: 'custom', message, input: value });
};

/** Checks that no item is repeated. */
export const distinct: z.core.CheckFn<readonly unknown[]> = ({ value, issues }) => {
  if (new Set(value.map((item) => JSON.stringify(item))).size === value.length) return;
  issues.push({ code: 'custom', message: 'Each item may occur only once', input: value });
};

/** Checks the greatest number of properties. */
export function properties(max: number): z.core.CheckFn<object> {
  return ({ value, issues }) => {
    if (Object.keys(value).length <= max) return;
    issues.push({ code: 'custom', message: `At most ${max} properties`, input: value });
  };
}

/** Checks that an object with the first property also has the other. */
export function needs(name: string, other: string): z.core.CheckFn<object> {
  return ({ value, issues }) => {
    if (!(name in value) || other in value) return;
    issues.push({
      code: 'custom',
      path: [other],
      message: `Needed together with ${name}`,
      input: value,
    });
  };
}

/** Returns the schema with the client's type: an open set, or an identifier. */
export function typed<Type extends string>(
  schema: z.ZodType<string, string>,
): z.ZodType<Type, Type> {
  return schema as z.ZodType<Type, Type>;
}

/**
 * Returns a schema of the alternatives known today, distinguished by `type`, or of any other `type`, because the service
 * may add alternatives. An object of a known type must match its schema.
 */
export function orUnknownType<Type>(
  known: z.ZodType,
  types: readonly string[],
): z.ZodType<Type, Type> {
  const type = z.string().check(({ value, issues }) => {
    if (!types.includes(value)) return;
    issues.push({ code: 'custom', message: `Not the schema of ${value}`, input: value });
  });
  const unknown = z.looseObject({ type, timestamp: z.string(), data: z.unknown() });
  return z.union([known, unknown]) as z.ZodType as z.ZodType<Type, Type>;
}

/** The locations that each scope of a leaderboard needs; a city may also have its state. */
const locationsOf: Record<string, readonly string[]> = {
  global: [],
  country: ['country'],
  state: ['country', 'state'],
  city: ['country', 'city'],
};

/** Checks that a scope has the locations that it needs, and no others. */
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

/** Checks that a page has a cursor or an offset, but not both. */
export const onePosition: z.core.CheckFn<object> = ({ value, issues }) => {
  if (!('cursor' in value && 'offset' in value)) return;
  issues.push({
    code: 'custom',
    path: ['offset'],
    message: 'Not together with cursor',
    input: value,
  });
};

/** The client's type, in which lists may be read-only; zod's lists are not. */
type Writable<Type> = {
  [Name in keyof Type]: Type[Name] extends infer Value
    ? Value extends readonly (infer Item)[]
      ? Item[]
      : Value
    : never;
};

/**
 * Returns the schema with rules between its fields, and with the client's type for valid values, which must
 * be a subtype of the schema's type.
 */
export function ruled<Type>(): <Taken extends z.ZodObject>(
  schema: Writable<Type> extends z.output<Taken> ? Taken : never,
  rules: readonly z.core.CheckFn<Record<string, unknown>>[],
) => z.ZodType<Type, Type> {
  return (schema, rules) => schema.check(...rules) as unknown as z.ZodType<Type, Type>;
}
