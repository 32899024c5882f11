import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plantedFaults } from './faults.ts';

const service = import.meta.resolve('@partner-rating/service/src/app.ts');

it.each(plantedFaults)('$name can still be planted, in one place', ({ file, search, replace }) => {
  const source = readFileSync(new URL(file, service), 'utf8');
  expect(source.split(search)).toHaveLength(2);
  expect(replace).not.toBe(search);
});
