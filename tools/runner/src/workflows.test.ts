import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const files = globSync('.github/{workflows,actions/*}/*.yml', { cwd: root });

it.each(files)('%s uses actions by their whole commit, which nobody can move', (file) => {
  const uses = readFileSync(join(root, file), 'utf8').matchAll(/uses: (.*)/g);
  for (const [, action] of uses) {
    expect(action).toMatch(/^(\.\/.+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
  }
});

it('CI tests every package, some apart from the others', () => {
  const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
  const [others = '', apart = ''] = [...workflow.matchAll(/pnpm@12 test (.*)/g)].map(
    ([, names = '']) => names.replace(/[!']/g, ''),
  );
  expect(others).toBe(apart);
  const folders = globSync('{packages,apps,tools}/*/package.json', { cwd: root });
  const names = folders.map((file) => basename(dirname(file)));
  expect(names).toEqual(expect.arrayContaining(apart.split(' ')));
});
