import { readdir } from 'node:fs/promises';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import plugin, { rules } from './plugin.ts';

const files = await readdir(import.meta.dirname);

describe('the rules', () => {
  testRows(Object.keys(rules))('are in files with their names, with tests next to them', (rule) => {
    expect(files).toContain(`${rule}.ts`);
    expect(files).toContain(`${rule}.test.ts`);
  });

  it('are all enabled as errors by the set `all`', () => {
    expect(plugin().configs.all.rules).toEqual(
      Object.fromEntries(Object.keys(rules).map((rule) => [`partner-rating/${rule}`, 'error'])),
    );
  });
});
