import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import { and } from 'ajv/dist/compile/codegen/index.js';
import { Type } from 'ajv/dist/compile/util.js';
import type { SchemaObject } from './dereference.ts';

// JSON Schema counts characters; a string's length counts UTF-16 units, of which a character has one
// or two. Counting characters is slow, and for nearly every string, the length is enough to decide.
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

// Checks at most `maxItems` items, so that half a million invalid items cause one error.
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

// Compares each name with the known names one by one. If there are many, Ajv looks them up in the schema,
// which takes several times as long for the few fields of a match.
function additionalProperties(standard: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...standard,
    // In the place of Ajv's keyword, so that unknown names are the first errors of an object.
    before: 'properties',
    code: (context) => {
      const { gen, data, parentSchema, schema } = context;
      if (schema !== false) {
        standard.code(context);
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
}

/** Replaces keywords of Ajv with faster keywords of the same meaning. */
export function replaceKeywords(ajv: Ajv): void {
  // Like Ajv, because the default export of its module differs between Node and bundlers.
  const standard = ajv.getKeyword('additionalProperties') as CodeKeywordDefinition;
  for (const definition of [maximumLength, minimumLength, items, additionalProperties(standard)]) {
    ajv.removeKeyword(definition.keyword as string);
    ajv.addKeyword(definition);
  }
}
