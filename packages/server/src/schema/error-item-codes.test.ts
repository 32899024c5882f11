import { readdirSync, readFileSync } from 'node:fs';
import { catalogue } from '@partner-rating/spec/catalogue';
import { expect, test } from 'vitest';
import { errorItemCodes } from '../catalogue/catalogue.gen.ts';
import { operations } from '../generated/operations.gen.ts';
import { schemas } from '../generated/schemas.gen.ts';
import { dereference } from './dereference.ts';

/** Keywords that do not fail themselves. */
const silent = [
  ...['properties', 'items', 'examples', 'default', 'x-pattern-message', 'x-compatibility'],
  // The errors of alternatives are the errors of the first.
  'anyOf',
];

/** Returns the keywords for which a request can be refused. */
function keywordsIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [keyword, value] of Object.entries(schema)) {
    if (!silent.includes(keyword)) found.add(keyword);
    if (keyword === 'properties') for (const one of Object.values(value)) keywordsIn(one, found);
    if (keyword === 'items' || keyword === 'additionalProperties') keywordsIn(value, found);
    // The errors of a name come from `propertyNames`.
    if (['anyOf', 'allOf', 'oneOf'].includes(keyword)) {
      for (const one of value as unknown[]) keywordsIn(one, found);
    }
  }
  return found;
}

const used = new Set<string>();
for (const { parameters, body, responses } of Object.values(operations)) {
  // The OAuth operations refuse requests in the form of RFC 6749, which has no error codes for fields.
  if (responses[400]?.content['application/problem+json'] === undefined) continue;
  const taken = [...parameters.map(({ schema }) => schema), ...Object.values(body?.content ?? {})];
  for (const schema of taken) keywordsIn(dereference(schema, schemas), used);
}

const [ofShape] = catalogue.errorItemCodes;

test('each keyword that a request can fail is an error code of the catalogue', () => {
  expect(
    [...used].filter((keyword) => !(errorItemCodes as readonly string[]).includes(keyword)),
  ).toEqual([]);
});

test('each error code about the shape is a keyword of a request, or used by a reader', () => {
  const folder = `${import.meta.dirname}/../request/`;
  const sources = readdirSync(folder)
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => readFileSync(folder + name, 'utf8'))
    .join('');
  const said = (code: string) => used.has(code) || sources.includes(`code: '${code}'`);
  expect(ofShape?.codes.filter((code) => !said(code))).toEqual([]);
});
