import { readdirSync, readFileSync } from 'node:fs';
import { catalogue } from '@partner-rating/spec/catalogue';
import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';

// The types ensure that the service uses no other code.

// The model of the ratings checks brackets.
const folders = ['../src/', '../../../packages/ratings/src/'];
const sources = folders
  .map((path) => new URL(path, import.meta.url))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  )
  .join('\n');

// The stubs report errors of a schema and invalid characters of a text.
const [, ...ofOperations] = catalogue.errorItemCodes.filter(({ of }) => of !== 'of a text');
const codes = ofOperations.flatMap((group) => group.codes);

testRows(codes)('the service uses every error of the document', (code) => {
  expect(sources).toContain(`'${code}'`);
});

const { sets } = catalogue;
// Only the values of response fields. Others only appear in requests.
const answered = Object.entries(sets).flatMap(([set, values]) =>
  values.map((value) => [set, value] as const),
);

testRows(answered)('the service uses every error that a response can contain', (_, value) => {
  expect(sources).toMatch(new RegExp(`(?:'${escaped(value)}'|^\\s+${escaped(value)}:)`, 'm'));
});

function escaped(text: string): string {
  return text.replaceAll(/[+]/g, '\\$&');
}
