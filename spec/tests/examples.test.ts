import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { document } from './document.ts';
import { objectsIn } from './json-objects.ts';
import { bodies } from './operations.ts';
import { pointerTo } from './pointers.ts';

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  validateSchema: false,
});
addFormats.default(ajv);
// Ajv takes the document for a schema, whose keywords are then the fields of the document.
ajv.addVocabulary(Object.keys(document));
// It names values for clients, and refuses none.
ajv.addKeyword('x-extensible-enum');
ajv.addSchema(document, 'contract');

function faults(pointer: string, value: unknown) {
  const validate = ajv.compile({ $ref: `contract${encodeURI(pointer)}` });
  validate(value);
  return validate.errors ?? [];
}

describe('each example is what its schema says', () => {
  for (const { operationId, status, mediaType, schema, examples } of bodies) {
    for (const { name, value } of examples) {
      it(`${operationId} ${status ?? 'request'} as ${mediaType}: ${name}`, () => {
        expect(faults(schema, value)).toEqual([]);
      });
    }
  }
});

describe('each example in a schema is what the schema says', () => {
  const schemas = [...objectsIn(document)].flatMap(([path, { examples }]) =>
    Array.isArray(examples) ? [{ pointer: pointerTo(...path), examples }] : [],
  );

  it.each(schemas)('$pointer', ({ pointer, examples }) => {
    for (const example of examples) expect(faults(pointer, example)).toEqual([]);
  });
});

it('what a schema does not allow is found', () => {
  expect(faults('#/components/schemas/Problem', {})).not.toEqual([]);
});
