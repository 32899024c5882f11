import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const service = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, service), 'utf8');
const bounds = read('bounds.md');
const retention = read('src/privacy/README.md');

const [, tables = ''] =
  /^export interface Schema \{\n([^}]*)\}/m.exec(read('src/platform/database/schema.gen.ts')) ?? [];
const tableNames = Array.from(tables.matchAll(/^ {2}(\w+):/gm), ([, name = '']) => name);

const inSource = (path: string) => (path.startsWith('tests/') ? path : `src/${path}`);

describe('the bounds', () => {
  it('include every table of the database, here or in the list of retention times', () => {
    expect(tableNames.length).toBeGreaterThan(50);
    const without = tableNames.filter((name) => !`${bounds}${retention}`.includes(`\`${name}\``));
    expect(without).toEqual([]);
  });

  it('name existing tests', () => {
    const named = Array.from(
      bounds.matchAll(/`([\w/.-]+\.test\.ts)`(?: of `([\w/]+)`)?/g),
      ([, path = '', folder]) => (folder === undefined ? '' : `../../${folder}/`) + inSource(path),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(new URL(path, service)))).toEqual([]);
  });
});
