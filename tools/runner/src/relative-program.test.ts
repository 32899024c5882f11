import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** What the linter says of a file of the documentation with this line. */
function lint(line: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'partner-rating-lint-'));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  for (const file of ['biome.json', 'tools/runner/lint']) {
    cpSync(join(root, file), join(tree, file), { recursive: true });
  }
  const file = 'apps/docs/src/planted.ts';
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), `export const planted = ${line};\n`);
  const { stdout, stderr } = spawnSync('biome', ['lint', '--vcs-enabled=false', file], {
    cwd: tree,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

it.each([
  "new URL('../../service/src/main.ts', import.meta.url)",
  "new URL('../../../packages/mock/src/main.ts', import.meta.url)",
  '`../../demo/src/main.ts`',
])('an app may not name the program of another by its path: %s', (line) => {
  expect(lint(line)).toContain('Another program is started through @partner-rating/processes');
});

it('an app may name its own', () => {
  expect(lint("new URL('../src/main.ts', import.meta.url)")).toContain('No fixes applied');
  expect(lint("new URL('./service/start.ts', import.meta.url)")).toContain('No fixes applied');
});
