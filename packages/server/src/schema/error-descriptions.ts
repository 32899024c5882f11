// The sentences that describe the errors of the validator, by JSON Schema keyword.

import type { ErrorObject } from 'ajv';
import { deceptiveCharacterIn } from './deceptive-character.ts';
import type { SchemaObject } from './dereference.ts';
import { describeSentValue } from './sent-value.ts';

type Describe = (params: Record<string, unknown>, schema: SchemaObject, value: unknown) => string;

const descriptions: { readonly [keyword: string]: Describe } = {
  required: ({ missingProperty }) => `${quoted(missingProperty)} is missing. Send it.`,
  dependentRequired: ({ missingProperty, property }) =>
    `${quoted(missingProperty)} is needed together with ${quoted(property)}. Send both or neither.`,
  additionalProperties: ({ additionalProperty }, schema) =>
    `${quoted(additionalProperty)} is unknown here. ${knownNames(schema)}`,
  propertyNames: ({ propertyName }, schema) =>
    `${quoted(propertyName)} is not allowed as a name here. ${patternSentence(schema.propertyNames)}`,
  type: ({ type }) => `This must be ${typeNames(type)}.`,
  enum: ({ allowedValues }) => `This must be one of ${listed(allowedValues as unknown[])}.`,
  const: ({ allowedValue }) => `This must be ${JSON.stringify(allowedValue)}.`,
  pattern: (_params, schema, value) =>
    [patternSentence(schema), describeSentValue(value)].filter(Boolean).join(' '),
  format: ({ format }, schema) =>
    `This must be ${formatNames[String(format)] ?? `of the format ${format}`}${example(schema)}.`,
  deceptive_character: (_params, _schema, value) =>
    `This has an invisible character that changes how it is read (${deceptiveCharacterIn(String(value))}). Remove it.`,
  minLength: ({ limit }) =>
    limit === 1
      ? 'This must not be empty.'
      : `This must have at least ${counted(limit, 'character')}.`,
  maxLength: ({ limit }) => `This must have at most ${counted(limit, 'character')}.`,
  minimum: ({ limit }) => `This must be ${limit} or more.`,
  maximum: ({ limit }) => `This must be ${limit} or less.`,
  exclusiveMinimum: ({ limit }) => `This must be more than ${limit}.`,
  exclusiveMaximum: ({ limit }) => `This must be less than ${limit}.`,
  multipleOf: ({ multipleOf }) => `This must be a multiple of ${multipleOf}.`,
  minItems: ({ limit }) => `This must have at least ${counted(limit, 'item')}.`,
  maxItems: ({ limit }) =>
    `This must have at most ${counted(limit, 'item')}; the items after them were not checked.`,
  uniqueItems: ({ i, j }) => `Items ${j} and ${i} are the same. Send each item once.`,
  minProperties: ({ limit }) => `This must have at least ${counted(limit, 'field')}.`,
  maxProperties: ({ limit }) => `This must have at most ${counted(limit, 'field')}.`,
};

/**
 * Returns a sentence for one error of the validator: what is wrong, and what to send. It repeats names from the
 * request, but values only if they break the pattern of a code or an identifier.
 */
export function describe({ keyword, params, parentSchema, data }: ErrorObject): string {
  const sentence = descriptions[keyword]?.(params, (parentSchema ?? {}) as SchemaObject, data);
  return (
    sentence ?? `This does not match the contract (${keyword}). Compare it with the reference.`
  );
}

/** The keyword that contains the explanation of a `pattern`. */
export const patternMessage = 'x-pattern-message';

const formatNames: { readonly [format: string]: string } = {
  'date-time': 'a date and time with its offset, as RFC 3339 writes it',
  date: 'a date as RFC 3339 writes it',
  email: 'an email address',
  uri: 'an absolute URI',
  'uri-reference': 'a URI reference',
};

/** Returns the document's explanation of a pattern. Never shows a regular expression. */
function patternSentence(schema: unknown): string {
  const message = (schema as SchemaObject)[patternMessage];
  return typeof message === 'string'
    ? message
    : `This does not have the format in the reference${example(schema)}.`;
}

function example(schema: unknown): string {
  const { examples } = schema as SchemaObject;
  const first = Array.isArray(examples) ? examples[0] : undefined;
  return typeof first === 'string' ? `, for example ${first}` : '';
}

function knownNames({ properties }: SchemaObject): string {
  const names = Object.keys((properties ?? {}) as object);
  if (names.length === 0) return 'Remove it.';
  return `Remove it, or check its spelling; the known names are ${listed(names.slice(0, 40))}.`;
}

function listed(values: readonly unknown[]): string {
  return values
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(', ');
}

function typeNames(type: unknown): string {
  const names: Record<string, string> = {
    string: 'a string',
    integer: 'an integer',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
  };
  return [type]
    .flat()
    .map((name) => names[String(name)] ?? String(name))
    .join(' or ');
}

function counted(limit: unknown, noun: string): string {
  return limit === 1 ? `1 ${noun}` : `${limit} ${noun}s`;
}

function quoted(name: unknown): string {
  const text = String(name);
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return `\`${shown.toWellFormed()}\``;
}
