import { componentName, type DocumentReader, type Schema } from '@partner-rating/spec/document';

/** A zod schema as code, and its type, which is written out to keep declarations short and fast. */
export interface SchemaCode {
  code: string;
  type: string;
}

/** Returns the exported name of a schema of the document. */
export function exportedName(name: string): string {
  return `${name}Schema`;
}

/**
 * Returns the zod schema of one schema of the document. As in the document, requests are strict, and responses keep
 * unknown fields.
 *
 * @param taken The client's type for the input of the schema.
 */
export function schemaCode(contract: DocumentReader, schema: Schema, taken: string): SchemaCode {
  const reference = componentName(schema);
  if (reference !== undefined) {
    const rule = schema.format === 'plain-text' ? '.check(plainText)' : '';
    return { code: `${exportedName(reference)}${rule}`, type: `typeof ${exportedName(reference)}` };
  }
  if (schema.const !== undefined) return literal([schema.const]);
  if (schema.enum !== undefined) return enumeration(schema.enum);
  if (schema.anyOf !== undefined) return union(contract, schema.anyOf, taken);
  if (schema.oneOf !== undefined) return openUnion(contract, schema.oneOf, taken);
  const [name, isNullable] = typeOf(schema);
  const write = writers[name];
  if (write === undefined) throw new Error(`A schema has the type ${name}, which has no writer.`);
  const { code, type } = write(contract, schema, isNullable ? `NonNullable<${taken}>` : taken);
  return isNullable
    ? { code: `z.nullable(${code})`, type: `z.ZodNullable<${type}>` }
    : { code, type };
}

type Writer = (contract: DocumentReader, schema: Schema, taken: string) => SchemaCode;

const writers: Record<string, Writer> = {
  string: text,
  integer: (_, schema) => ({ code: `z.int()${bounds(schema)}`, type: 'z.ZodInt' }),
  number: (_, schema) => ({ code: `z.number()${bounds(schema)}`, type: 'z.ZodNumber' }),
  boolean: () => ({ code: 'z.boolean()', type: 'z.ZodBoolean' }),
  array: list,
  object: (contract, schema, taken) =>
    schema.properties === undefined
      ? record(contract, schema, taken)
      : object(contract, schema, schema.properties, taken),
};

function typeOf({ type = 'string' }: Schema): [name: string, isNullable: boolean] {
  const types = [type].flat();
  const [name = '', ...more] = types.filter((one) => one !== 'null');
  if (more.length > 0) throw new Error(`A schema has the types ${types.join(' and ')}. Use anyOf.`);
  return [name, types.includes('null')];
}

function literal(values: unknown[]): SchemaCode {
  const written = values.map((value) => JSON.stringify(value));
  return { code: `z.literal([${written}])`, type: `z.ZodLiteral<${written.join(' | ')}>` };
}

function enumeration(values: unknown[]): SchemaCode {
  if (!values.every((value) => typeof value === 'string')) return literal(values);
  const members = values.map((value) => `'${value}': '${value}'`);
  return {
    code: `z.enum(${JSON.stringify(values)})`,
    type: `z.ZodEnum<{ ${members.join('; ')} }>`,
  };
}

function union(contract: DocumentReader, alternatives: Schema[], taken: string): SchemaCode {
  const others = alternatives.filter(({ type }) => type !== 'null');
  if (others.length === 1 && others.length < alternatives.length) {
    const { code, type } = schemaCode(contract, others[0] ?? {}, `NonNullable<${taken}>`);
    return { code: `z.nullable(${code})`, type: `z.ZodNullable<${type}>` };
  }
  const written = alternatives.map((one) => schemaCode(contract, one, taken));
  return {
    code: `z.union([${written.map(({ code }) => code).join(', ')}])`,
    type: `z.ZodUnion<[${written.map(({ type }) => type).join(', ')}]>`,
  };
}

/** Returns alternatives by `type`, and a fallback for unknown types. */
function openUnion(contract: DocumentReader, alternatives: Schema[], taken: string): SchemaCode {
  const written = alternatives.map((one) => schemaCode(contract, one, taken));
  const types = alternatives.map((one) => contract.resolve(one).properties?.type?.const);
  const known = `z.discriminatedUnion('type', [${written.map(({ code }) => code).join(', ')}])`;
  return {
    code: `orUnknownType<${taken}>(${known}, ${JSON.stringify(types)})`,
    type: `z.ZodType<${taken}, ${taken}>`,
  };
}

/** Returns the schema of a string. An open set has the known values in its type; an identifier has the client's type. */
function text(_: DocumentReader, schema: Schema, taken: string): SchemaCode {
  const { minLength, maxLength, pattern } = schema;
  const limits = {
    ...(minLength !== undefined && { min: minLength }),
    ...(maxLength !== undefined && { max: maxLength }),
  };
  const isBounded = Object.keys(limits).length > 0;
  const format = formats[schema.format ?? ''] ?? { code: 'z.string()', type: 'z.ZodString' };
  const code = [
    format.code,
    isBounded ? `.check(characters(${JSON.stringify(limits)}))` : '',
    pattern === undefined
      ? ''
      : `.regex(new RegExp(${JSON.stringify(pattern)}, 'u'), ${JSON.stringify(patternMessage(schema))})`,
  ].join('');
  const known = schema['x-extensible-enum'];
  // An identifier: its prefix is its kind.
  const isIdentifier = /^\^[a-z]{2,4}_/.test(pattern ?? '');
  if (!Array.isArray(known) && !isIdentifier) return { ...format, code };
  const type = Array.isArray(known)
    ? `${known.map((value) => `'${value}' | `).join('')}(string & {})`
    : taken;
  return { code: `typed<${type}>(${code})`, type: `z.ZodType<${type}, ${type}>` };
}

/** Returns a sentence for an issue instead of a regular expression. */
function patternMessage(schema: Schema): string {
  const message = schema['x-pattern-message'];
  return typeof message === 'string' ? message : 'This does not have the format in the reference.';
}

// The only other format of the document is `uri-reference`, in a response, where any text is accepted.
const formats: Record<string, SchemaCode> = {
  date: { code: 'z.iso.date()', type: 'z.iso.ZodISODate' },
  'date-time': { code: 'z.string().check(dateTime)', type: 'z.ZodString' },
  email: { code: 'z.email({ pattern: z.regexes.html5Email })', type: 'z.ZodEmail' },
  'json-pointer': {
    code: 'z.string().regex(/^(\\/([^~/]|~[01])*)*$/, "This is not a JSON Pointer.")',
    type: 'z.ZodString',
  },
  'plain-text': { code: 'z.string().check(plainText)', type: 'z.ZodString' },
  uri: { code: 'z.string().check(uri)', type: 'z.ZodString' },
};

function bounds({ minimum, maximum }: Schema): string {
  return [
    minimum === undefined ? '' : `.min(${minimum})`,
    maximum === undefined ? '' : `.max(${maximum})`,
  ].join('');
}

function list(contract: DocumentReader, schema: Schema, taken: string): SchemaCode {
  const { items = {}, minItems, maxItems, uniqueItems } = schema;
  const item = schemaCode(contract, items, `${taken}[number]`);
  const code = [
    `z.array(${item.code})`,
    minItems === undefined ? '' : `.min(${minItems})`,
    maxItems === undefined ? '' : `.max(${maxItems})`,
    uniqueItems === true ? '.check(distinct)' : '',
  ].join('');
  return { code, type: `z.ZodArray<${item.type}>` };
}

function object(
  contract: DocumentReader,
  schema: Schema,
  properties: Record<string, Schema>,
  taken: string,
): SchemaCode {
  const { required = [], additionalProperties, dependentRequired = {} } = schema;
  const fields = Object.entries(properties).map(([name, property]) => {
    const isRequired = required.includes(name);
    const ofClient = `${taken}['${name}']`;
    const field = schemaCode(
      contract,
      property,
      isRequired ? ofClient : `NonNullable<${ofClient}>`,
    );
    return isRequired
      ? { name, ...field }
      : { name, code: `z.exactOptional(${field.code})`, type: `z.ZodExactOptional<${field.type}>` };
  });
  const shape = block(fields.map(({ name, code }) => `  ${name}: ${code},`));
  const type = block(fields.map((field) => `  ${field.name}: ${field.type};`));
  const names = Object.keys(properties);
  const checks = [
    maxProperties(schema),
    ...Object.entries(dependentRequired).flatMap(([name, others]) =>
      others.map((other) => `.check(needs('${name}', '${other}'))`),
    ),
  ].join('');
  if (typeof additionalProperties === 'object') {
    const other = schemaCode(contract, additionalProperties, 'string');
    return {
      code: `z.object(${shape}).catchall(${other.code})${checks}`,
      type: `z.ZodObject<${type}, z.core.$catchall<${other.type}>>`,
    };
  }
  const rules = rulesOf(names);
  if (rules.length > 0) return ruled(`z.strictObject(${shape})${checks}`, rules, taken);
  return additionalProperties === false
    ? { code: `z.strictObject(${shape})${checks}`, type: `z.ZodObject<${type}, z.core.$strict>` }
    : { code: `z.looseObject(${shape})${checks}`, type: `z.ZodObject<${type}, z.core.$loose>` };
}

/** Returns the rules between fields that the client's type has, but no schema of the document can express. */
export function rulesOf(names: readonly string[]): string[] {
  const hasAll = (...all: string[]): boolean => all.every((name) => names.includes(name));
  return [
    ...(hasAll('scope', 'country', 'state', 'city') ? ['scopedLocation'] : []),
    ...(hasAll('cursor', 'offset') ? ['onePosition'] : []),
  ];
}

/** Returns an object with the rules, and with the client's type for valid values. */
export function ruled(object: string, rules: readonly string[], taken: string): SchemaCode {
  const type = `z.ZodType<${taken}, ${taken}>`;
  return { code: `ruled<${taken}>()(${object}, [${rules.join(', ')}])`, type };
}

export function block(lines: string[]): string {
  return ['{', ...lines, '}'].join('\n');
}

function record(contract: DocumentReader, schema: Schema, taken: string): SchemaCode {
  const { additionalProperties, propertyNames = {} } = schema;
  const value =
    typeof additionalProperties === 'object'
      ? schemaCode(contract, additionalProperties, `${taken}[string]`)
      : { code: 'z.unknown()', type: 'z.ZodUnknown' };
  // A record with known values as keys would require all of them.
  const { 'x-extensible-enum': _, ...names } = contract.resolve(propertyNames);
  const key = schemaCode(contract, names, 'string');
  return {
    code: `z.record(${key.code}, ${value.code})${maxProperties(schema)}`,
    type: `z.ZodRecord<${key.type}, ${value.type}>`,
  };
}

function maxProperties({ maxProperties: max }: Schema): string {
  return max === undefined ? '' : `.check(properties(${max}))`;
}
