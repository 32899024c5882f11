import { contract } from '@partner-rating/spec/contract';
import type { Schema } from '@partner-rating/spec/document';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false });
addFormats.default(ajv);
ajv.addSchema(contract.document, 'contract');

const validators = new Map<Schema, ValidateFunction>();

/** Returns what is wrong with a value by a schema of the document, or null. */
export function errorOf(schema: Schema, value: unknown): string | null {
  const validate = validators.get(schema) ?? compile(schema);
  return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: '' });
}

export function isValid(schema: Schema, value: unknown): boolean {
  return errorOf(schema, value) === null;
}

function compile(schema: Schema): ValidateFunction {
  // References are relative to the document.
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/');
  const validate = ajv.compile(JSON.parse(text));
  validators.set(schema, validate);
  return validate;
}

/** Parses the text of a header or a parameter by its schema. */
export function readText(schema: Schema, text: string): unknown {
  const { type } = contract.resolve(schema);
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text))
    return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
