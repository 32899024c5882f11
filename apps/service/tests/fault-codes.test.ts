import { readdirSync, readFileSync } from 'node:fs';
import { catalogue } from '@partner-rating/spec/catalogue';
import { expect, test } from 'vitest';

// That the service says no other code is a matter of its types: a fault has a code of the catalogue.

const folder = new URL('../src/', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(name))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');

// The stubs say what a schema refuses, and which characters a text must not have.
const [, ...ofOperations] = catalogue.faultCodes.filter(({ of }) => of !== 'of a text');
const codes = ofOperations.flatMap((group) => group.codes);

test.each(codes)('the fault %s is one that the service says', (code) => {
  expect(sources).toContain(`'${code}'`);
});

const { sets } = catalogue;
// Those that a field of an answer has; the others are only sent.
const answered = Object.entries(sets).flatMap(([set, values]) =>
  values.map((value) => [set, value] as const),
);

test.each(answered)('of %s the service knows %s', (_, value) => {
  expect(sources).toMatch(new RegExp(`(?:'${escaped(value)}'|^\\s+${escaped(value)}:)`, 'm'));
});

function escaped(text: string): string {
  return text.replaceAll(/[+]/g, '\\$&');
}
