import { readdirSync } from 'node:fs';
import { contract } from '@partner-rating/spec/contract';
import { describe, expect, it } from 'vitest';

const operations = contract.operations();
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });

describe('an operation gives its name', () => {
  it.each(operations.map(({ id }) => id))('%s to its handler and the tests of it', (id) => {
    const [resource, method] = id.split('.');
    expect(files).toContain(`${resource}/${method}.ts`);
    expect(files).toContain(`${resource}/${method}.test.ts`);
  });

  it('and nothing but handlers, tests and the lists of them is beside it', () => {
    const handlers = operations.map(({ id }) => `${id.replace('.', '/')}.ts`);
    const others = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const lists = ['index.ts', 'operations.gen.ts'];
    expect(others.toSorted()).toEqual([...handlers, ...lists].toSorted());
  });
});
