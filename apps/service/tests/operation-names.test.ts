import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';

const operations = contract.operations();
const source = join(import.meta.dirname, '../src');
// The operations of operators are in a file for each resource.
const files = globSync('*/operations/*.ts', { cwd: source })
  .filter((file) => !file.startsWith('console/'))
  .map((file) => basename(file));

describe('an operation gives its name', () => {
  testRows(operations.map(({ id }) => id))('to its handler and the tests of it', (id) => {
    expect(files).toContain(`${id}.ts`);
    expect(files).toContain(`${id}.test.ts`);
  });

  it('and nothing but handlers and tests is beside it', () => {
    const handlers = operations.map(({ id }) => `${id}.ts`);
    const others = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    expect(others.toSorted()).toEqual(handlers.toSorted());
  });
});
