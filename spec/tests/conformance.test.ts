import { readdirSync, readFileSync } from 'node:fs';
import { testRows } from '@partner-rating/table-tests';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { contract } from '../src/contract.ts';

const folder = new URL('../conformance/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const files = [
  ...readdirSync(folder).filter((name) => /^(?!schema).*\.json$/.test(name)),
  'servers/cases.json',
];
const cases: object[] = files.flatMap((name) => read(name).cases);

/** Returns all values with this name, at any depth. */
function valuesOf(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === name ? [inner] : []),
    ...valuesOf(name, inner),
  ]);
}

describe('the conformance cases', () => {
  const validate = new Ajv2020({
    allowUnionTypes: true,
    strictRequired: false,
    strictTypes: false,
  }).compile(read('schema.json'));

  testRows(files)('fit their schema', (name) => {
    expect(validate(read(name)), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  });

  testRows(files)('have different names', (name) => {
    const names = read(name).cases.map((one: { name: string }) => one.name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('are at least 120', () => {
    expect(cases.length).toBeGreaterThanOrEqual(120);
  });

  it('use only operations and examples of the document', () => {
    const called = new Set(cases.flatMap((one) => valuesOf('operation', one)));
    for (const id of called) expect(() => contract.operation(String(id))).not.toThrow();
    const named = cases.flatMap((one) => [
      ...valuesOf('example', one),
      ...valuesOf('bodyExample', one),
    ]);
    for (const name of new Set(named)) expect(() => contract.example(String(name))).not.toThrow();
  });

  it('have every error of the catalogue', () => {
    const codes = cases
      .flatMap((one) => valuesOf('error', one))
      .flatMap((error) => valuesOf('code', error));
    const known = [
      ...catalogue.errors.problems.map(({ code }) => code),
      ...catalogue.errors.oauth.map(({ error }) => error),
    ];
    expect(known.filter((code) => !codes.includes(code))).toEqual([]);
  });
});
