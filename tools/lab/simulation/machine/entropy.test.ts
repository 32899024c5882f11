import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sources } from './entropy.ts';

const service = dirname(fileURLToPath(import.meta.resolve('@partner-rating/service/src/app.ts')));

it('each source of randomness that the service imports is replaced, so that a seed gives the same story twice', () => {
  const imported = new Set<string>();
  for (const file of globSync('**/*.ts', { cwd: service })) {
    if (file.endsWith('.test.ts') || file.includes('testing/')) continue;
    const text = readFileSync(join(service, file), 'utf8');
    for (const [, names = ''] of text.matchAll(/import {([^}]*)} from 'node:crypto'/g)) {
      for (const [name] of names.matchAll(/random\w+/g)) imported.add(name);
    }
  }
  expect(imported).toContain('randomInt');
  expect([...imported].filter((name) => !(name in sources))).toEqual([]);
});
