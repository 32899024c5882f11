import { testRows } from '@partner-rating/table-tests';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../src/document.ts';
import { objectsIn } from './json-objects.ts';
import { bundle, contract } from './source.ts';

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  validateSchema: false,
});
addFormats.default(ajv);
// The stubs check this format in requests (packages/server).
ajv.addFormat('plain-text', true);
// Ajv reads the document as a schema, so it must ignore the fields of the document.
ajv.addVocabulary(Object.keys(bundle.document));
// These keywords inform clients and do not validate.
for (const keyword of [
  'x-extensible-enum',
  'x-extensible-union',
  'x-compatibility',
  'x-pattern-message',
  'x-secret',
  'discriminator',
]) {
  ajv.addKeyword(keyword);
}
ajv.addSchema(bundle.document, 'contract');

function errors(schema: Schema, value: unknown) {
  // References lead into the document, so Ajv must know it.
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/');
  const validate = ajv.compile(JSON.parse(text));
  validate(value);
  return validate.errors ?? [];
}

testRows(
  contract
    .bodies()
    .flatMap(({ id, status, schema, examples }) =>
      examples.map(({ name, value }) => ({ id, status, name, schema, value })),
    ),
)('each example is what its schema says', ({ schema, value }) => {
  expect(errors(schema, value)).toEqual([]);
});

describe('each example in a schema is what the schema says', () => {
  const schemas = [...objectsIn(bundle.document)].flatMap(([path, schema]) =>
    Array.isArray(schema.examples) ? [{ path: path.join('/'), schema }] : [],
  );

  testRows(schemas)('wherever the schema is', ({ schema }) => {
    for (const example of Object(schema.examples)) expect(errors(schema, example)).toEqual([]);
  });
});

it('a value that its schema does not allow is found', () => {
  expect(errors({ $ref: '#/components/schemas/Problem' }, {})).not.toEqual([]);
});
