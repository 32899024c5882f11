import { contract } from '@partner-rating/spec/contract';
import type { Schema } from '@partner-rating/spec/document';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false });
addFormats.default(ajv);
ajv.addSchema(contract.document, 'contract');

const validators = new Map<Schema, ValidateFunction>();

/** What is wrong with a value by a schema of the document; null where nothing is. */
export function faultOf(schema: Schema, value: unknown): string | null {
  const validate = validators.get(schema) ?? compile(schema);
  return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: '' });
}

export function isValid(schema: Schema, value: unknown): boolean {
  return faultOf(schema, value) === null;
}

function compile(schema: Schema): ValidateFunction {
  // References lead into the document, so they have to be read from there.
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/');
  const validate = ajv.compile(JSON.parse(text));
  validators.set(schema, validate);
  return validate;
}

/** The value that the text of a header or a parameter stands for by its schema. */
export function readText(schema: Schema, text: string): unknown {
  const { type } = contract.resolve(schema);
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text))
    return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
