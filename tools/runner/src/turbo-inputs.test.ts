import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const turbo = JSON.parse(read('tools/runner/turbo.json').replaceAll(/^ *\/\/ .*$/gm, ''));
const inputs: string[] = turbo.tasks.test.inputs;
const globs = inputs.map((input) => input.replace('../../', ''));

it('the tests of the filters run again after a change of the files that turbo reads', () => {
  const [, listed = ''] = /^packages:\n((?: {2}- .+\n)+)/.exec(read('pnpm-workspace.yaml')) ?? [];
  const folders = [...listed.matchAll(/- (.+)/g)].map(([, folder]) => folder);
  expect(folders).toContain('spec');
  const files = globSync(
    ['.', ...folders].map((folder) => `${folder}/{package,turbo}.json`),
    { cwd: root },
  );
  expect(files).toEqual(expect.arrayContaining(['turbo.json', 'apps/demo/turbo.json']));
  const unseen = [...files, 'pnpm-workspace.yaml', 'pnpm-lock.yaml'].filter(
    (file) => !globs.some((glob) => matchesGlob(file, glob)),
  );
  expect(unseen).toEqual([]);
});
