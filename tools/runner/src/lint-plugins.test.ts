import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

interface Report {
  diagnostics: {
    category: string;
    message: string;
    location: { path: string; start: { line: number } };
  }[];
}

/** Returns the expressions that the plugin with this message refuses, by file. */
function refused(expressions: string[], message: string, files: string[]) {
  const tree = mkdtempSync(join(tmpdir(), 'partner-rating-lint-'));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  for (const part of ['biome.json', 'tools/runner/lint']) {
    cpSync(join(root, part), join(tree, part), { recursive: true });
  }
  const lines = expressions.map((expression, index) => `export const a${index} = ${expression};\n`);
  for (const file of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), lines.join(''));
  }
  const { stdout } = spawnSync(
    'biome',
    ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', ...files],
    { cwd: tree, encoding: 'utf8' },
  );
  const found = (JSON.parse(stdout) as Report).diagnostics.filter(
    (each) => each.category === 'plugin' && each.message.startsWith(message),
  );
  return files.map((file) =>
    expressions.filter((_, index) =>
      found.some(({ location }) => location.path === file && location.start.line === index + 1),
    ),
  );
}

it('an app may name only its own programs by a path', () => {
  const others = [
    "new URL('../../service/src/main.ts', import.meta.url)",
    "new URL('../../../packages/mock/src/main.ts', import.meta.url)",
    "new URL('../../../packages/mcp/src/main.ts', import.meta.url)",
    '`../../demo/src/main.ts`',
    '`../../../tools/lab/simulation/main.ts`',
  ];
  const own = [
    "new URL('../src/main.ts', import.meta.url)",
    "new URL('./service/start.ts', import.meta.url)",
  ];
  expect(
    refused([...others, ...own], 'Another program is started through', ['apps/docs/src/a.ts']),
  ).toEqual([others]);
});

it('any code may write a reference, but only the reader of the document may follow it', () => {
  const reading = [
    '(a: Schema) => a.$ref',
    "(a: Schema) => '$ref' in a",
    '({ $ref }: Schema) => $ref',
    "({ $ref = '' }: Schema) => $ref",
    '({ $ref: pointer }: Schema) => pointer',
    "(a: Schema) => Object.hasOwn(a, '$ref')",
    "(a: string) => a.replaceAll('~1', '/')",
    "(a: string) => a.replace(/~0/g, '~')",
  ];
  const writing = [
    "() => ({ $ref: '#/components/schemas/Problem' })",
    "(a: string) => a.replaceAll('/', '~1')",
  ];
  const others = ['apps/docs/src/a.ts', 'packages/mock/src/a.ts', 'tools/release/src/a.ts'];
  expect(
    refused([...reading, ...writing], 'References are followed', [
      ...others,
      'spec/src/document.ts',
    ]),
  ).toEqual([...others.map(() => reading), []]);
});
