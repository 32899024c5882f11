import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { dateTime } from './date-time.ts';
import { deceptiveCharacterIn } from './deceptive-character.ts';
import { patternMessage } from './error-descriptions.ts';
import { replaceKeywords } from './keywords.ts';
import type { JsonSchema } from './operation-table.ts';

/** Validates a value; `null` means that it is valid. */
export type Validate = (value: unknown) => readonly ErrorObject[] | null;

const compiled = new Map<string, Validate>();

/**
 * Compiles a dereferenced schema into a function that finds every error of a value. The function does not
 * change or coerce the value. A schema is compiled once per process, even if
 * an application is built several times.
 */
export function compile(schema: JsonSchema): Validate {
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const check = compiler().compile(schema);
  const validate: Validate = (value) => (check(value) ? null : (check.errors ?? []));
  compiled.set(key, validate);
  return validate;
}

/** Compiles the schema of a request, whose texts must not contain deceptive characters. */
export function compileRequest(schema: JsonSchema): Validate {
  return compile(withTextRule(schema) as JsonSchema);
}

// Only for requests, because an answer may contain texts that were stored before the rule.
function withTextRule(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withTextRule);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([keyword, child]) => [keyword, withTextRule(child)]),
  );
  return copy.format === 'plain-text' ? { ...copy, deceptive_character: false } : copy;
}

let shared: Ajv2020 | undefined;

function compiler(): Ajv2020 {
  if (shared) return shared;
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    addUsedSchema: false,
    formats: { ...fullFormats, 'date-time': dateTime, 'plain-text': true },
  });
  ajv.addKeyword({
    keyword: 'deceptive_character',
    type: 'string',
    validate: (_allowed: false, text: string) => deceptiveCharacterIn(text) === null,
  });
  ajv.addKeyword(patternMessage);
  replaceKeywords(ajv);
  shared = ajv;
  return ajv;
}
