import { readdirSync, readFileSync } from 'node:fs';
import { catalogue } from '@partner-rating/spec/catalogue';
import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';

// That the service says no other code is a matter of its types: an error has a code of the catalogue.

// The model of the ratings knows the brackets.
const folders = ['../src/', '../../../packages/ratings/src/'];
const sources = folders
  .map((path) => new URL(path, import.meta.url))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  )
  .join('\n');

// The stubs say what a schema refuses, and which characters a text must not have.
const [, ...ofOperations] = catalogue.errorItemCodes.filter(({ of }) => of !== 'of a text');
const codes = ofOperations.flatMap((group) => group.codes);

testRows(codes)('every error of the document is one that the service says', (code) => {
  expect(sources).toContain(`'${code}'`);
});

const { sets } = catalogue;
// Those that a field of an answer has; the others are only sent.
const answered = Object.entries(sets).flatMap(([set, values]) =>
  values.map((value) => [set, value] as const),
);

testRows(answered)('the service knows every error that an operation answers', (_, value) => {
  expect(sources).toMatch(new RegExp(`(?:'${escaped(value)}'|^\\s+${escaped(value)}:)`, 'm'));
});

function escaped(text: string): string {
  return text.replaceAll(/[+]/g, '\\$&');
}
