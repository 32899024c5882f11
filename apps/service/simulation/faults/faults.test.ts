import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plantedFaults } from './faults.ts';

it.each(plantedFaults)('$name can still be planted, in one place', ({ file, search, replace }) => {
  const source = readFileSync(join(import.meta.dirname, '../../src', file), 'utf8');
  expect(source.split(search)).toHaveLength(2);
  expect(replace).not.toBe(search);
});
