import { _, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import { and } from 'ajv/dist/compile/codegen/index.js';
import { Type } from 'ajv/dist/compile/util.js';
import additionalPropertiesModule from 'ajv/dist/vocabularies/applicator/additionalProperties.js';
import type { SchemaObject } from './dereference.ts';

// JSON Schema counts characters, a string's length counts UTF-16 units, of which a character has one
// or two. Counting characters is slow, and the length alone decides for nearly every string.
const maximumLength: CodeKeywordDefinition = {
  keyword: 'maxLength',
  type: 'string',
  schemaType: 'number',
  error: { message: '', params: ({ schema }) => _`{limit: ${schema}}` },
  code: (context) => {
    const { data, schema } = context;
    context.fail(_`${data}.length > ${schema} && ${counter(context)}(${data}) > ${schema}`);
  },
};

const minimumLength: CodeKeywordDefinition = {
  keyword: 'minLength',
  type: 'string',
  schemaType: 'number',
  error: { message: '', params: ({ schema }) => _`{limit: ${schema}}` },
  code: (context) => {
    const { data, schema } = context;
    const certainLength = 2 * schema - 1;
    context.fail(_`${data}.length < ${certainLength} && ${counter(context)}(${data}) < ${schema}`);
  },
};

function counter({ gen }: KeywordCxt) {
  return gen.scopeValue('func', { ref: countCharacters });
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

// Checks no more than `maxItems` items: half a million faulty items are one fault, not as many.
const items: CodeKeywordDefinition = {
  keyword: 'items',
  type: 'array',
  schemaType: ['object', 'boolean'],
  code: (context) => {
    const { gen, data, parentSchema } = context;
    const { maxItems } = parentSchema as SchemaObject;
    const length = gen.const(
      'length',
      typeof maxItems === 'number' ? _`Math.min(${data}.length, ${maxItems})` : _`${data}.length`,
    );
    gen.forRange('index', 0, length, (index) => {
      const valid = gen.name('valid');
      context.subschema({ keyword: 'items', dataProp: index, dataPropType: Type.Num }, valid);
    });
  },
};

const standardAdditionalProperties = additionalPropertiesModule.default;

// Compares each name with the known ones one by one. Ajv looks names up in the schema where there are
// many, which takes several times as long for the few fields of a match.
const additionalProperties: CodeKeywordDefinition = {
  ...standardAdditionalProperties,
  code: (context) => {
    const { gen, data, parentSchema, schema } = context;
    if (schema !== false) {
      standardAdditionalProperties.code(context);
      return;
    }
    const known = Object.keys((parentSchema as SchemaObject).properties ?? {});
    gen.forIn('name', data, (name) => {
      gen.if(and(_`true`, ...known.map((other) => _`${name} !== ${other}`)), () => {
        context.setParams({ additionalProperty: name });
        context.error();
      });
    });
  },
};

/** Faster versions of Ajv's own keywords, with the same meaning. */
export const keywords: readonly CodeKeywordDefinition[] = [
  maximumLength,
  minimumLength,
  items,
  additionalProperties,
];
