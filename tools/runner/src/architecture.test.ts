import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { testRows } from '@partner-rating/table-tests';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { expect, it, onTestFinished } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const tsConfigFile = join(root, 'tsconfig.base.json');
const tsConfig = extractTSConfig(tsConfigFile);

/** Returns the rules that a small tree of files breaks. */
async function violationsIn(
  files: Record<string, string>,
  config = '.dependency-cruiser.js',
): Promise<string[]> {
  const tree = mkdtempSync(join(tmpdir(), 'partner-rating-architecture-'));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [path, content] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
  }
  const options = {
    ...(await extractDepcruiseOptions(join(root, config))),
    tsConfig: { fileName: tsConfigFile },
    baseDir: tree,
  };
  // Runs in this process, because starting the command for each tree takes ten times as long.
  const { output } = await cruise(['.'], options, {}, { tsConfig });
  if (typeof output === 'string') throw new Error(output);
  return [...new Set(output.summary.violations.map(({ rule }) => rule.name))].sort();
}

/** The content of a file that imports another one. */
const take = (from: string, to: string) => {
  const path = relative(dirname(from), to);
  const specifier = path.startsWith('.') ? path : `./${path}`;
  return `import { value } from '${specifier}';\nexport const taken = value;\n`;
};
const value = 'export const value = 1;\n';
const http = "import { get } from 'node:http';\nget('');\n";
const service = 'apps/service/src';
const matches = `${service}/matches`;
const database = `${service}/platform/database`;
const commands = `${service}/console/backtest`;
const submit = `${matches}/operations/matches.submit.ts`;

testRows<[from: string, to: string, ...rules: string[]]>([
  ['packages/client/src/a.ts', 'apps/demo/src/b.ts', 'no-private-files', 'packages-know-no-app'],
  ['spec/rules/a.ts', 'packages/client/src/index.ts', 'spec-knows-nobody'],
  ['apps/docs/src/a.ts', 'apps/demo/src/b.ts', 'apps-are-strangers', 'no-private-files'],
  [`${service}/app.ts`, 'packages/server/src/b.ts', 'no-private-files'],
  ['packages/mock/src/a.ts', 'tools/processes/src/index.ts', 'published-code-knows-no-tool'],
  ['tools/runtimes/src/a.ts', 'apps/demo/src/b.ts', 'no-private-files', 'tools-import-no-app'],
  ['apps/demo/src/a.ts', 'tools/browser/src/index.ts', 'tests-are-not-shipped'],
  [`${service}/a.ts`, `${service}/testing/b.ts`, 'tests-are-not-shipped'],
  ['packages/client/src/a.ts', 'packages/client/src/command/b.ts', 'library-knows-no-command'],
  [`${matches}/store/a.ts`, `${matches}/domain/b.ts`, 'store-knows-no-rule'],
  [`${matches}/store/a.ts`, `${matches}/submit.ts`, 'store-knows-no-rule'],
  [`${matches}/domain/a.ts`, `${matches}/submit.ts`, 'domain-is-pure'],
  [`${matches}/domain/a.ts`, `${matches}/store/b.ts`, 'domain-reads-no-store'],
  [`${matches}/domain/a.ts`, `${database}/b.ts`, 'domain-is-pure'],
  [`${service}/platform/http/a.ts`, `${service}/webhooks/b.ts`, 'platform-knows-nothing-above'],
  [`${service}/members/a.ts`, `${service}/app.ts`, 'members-knows-nothing-above'],
  [`${service}/console/a.ts`, submit, 'handlers-are-listed-once'],
  [`${matches}/operations/matches.void.ts`, submit, 'handlers-are-listed-once'],
  [`${database}/migrations/0002-b.ts`, `${database}/b.ts`, 'migrations-are-frozen'],
  [`${database}/schema/a.ts`, `${database}/b.ts`, 'migrations-are-frozen'],
  [
    `${database}/migrations/0001-a.ts`,
    `${service}/members/domain/b.ts`,
    ...['migrations-are-frozen', 'platform-knows-nothing-above'],
  ],
  [
    `${service}/service.ts`,
    `${service}/platform/http/redis-counters.ts`,
    'some-is-loaded-where-it-runs',
  ],
])('an import is refused by its rule', async (from, to, ...rules) => {
  expect(await violationsIn({ [from]: take(from, to), [to]: value })).toEqual(rules);
});

testRows([
  ['tools/lab/simulation/a.ts', `${service}/app.ts`],
  [`${service}/operations.gen.ts`, submit],
  [`${database}/migrations/0003-c.ts`, `${database}/migrations/0003-names.ts`],
  [`${database}/schema/c.ts`, `${database}/schema/statements.ts`],
])('an import is fine where its file may know the other', async (from, to) => {
  expect(await violationsIn({ [from]: take(from, to), [to]: value })).toEqual([]);
});

testRows([
  ['packages/client/src/a.ts', ['client-runs-everywhere']],
  ['packages/client/src/testing/a.ts', ['client-runs-everywhere']],
  ['packages/client/src/command/a.ts', []],
  [`${matches}/domain/a.ts`, ['domain-has-no-framework']],
])('what only Node has is for code that only Node runs', async (file, rules) => {
  expect(await violationsIn({ [file]: http })).toEqual(rules);
});

it('modules that only few commands need are imported where they are used', async () => {
  const [command, report] = [`${commands}/a.ts`, `${commands}/report-backtest.ts`];
  const backtest = `${service}/predictions/backtest/b.ts`;
  const files = { [report]: take(report, backtest), [backtest]: value };
  expect(await violationsIn({ [command]: take(command, report), ...files })).toEqual([
    'some-is-loaded-where-it-runs',
  ]);
  const late = "export const taken = await import('./report-backtest.ts');\n";
  expect(await violationsIn({ [command]: late, ...files })).toEqual([]);
});

it('a handler may import rules and stores, and a rule may import types of a store', async () => {
  const files = {
    [`${matches}/submit.ts`]:
      "import { value } from './domain/b.ts';\nimport { row } from './store/c.ts';\nexport const taken = [value, row];\n",
    [`${matches}/domain/b.ts`]: `import type { row } from '../store/c.ts';\nexport type Row = typeof row;\n${value}`,
    [`${matches}/store/c.ts`]: 'export const row = 1;\n',
  };
  expect(await violationsIn(files)).toEqual([]);
});

it('each folder of the service except the tests is a layer', async () => {
  const { ruleSet } = await extractDepcruiseOptions(join(root, '.dependency-cruiser.js'));
  const rules = ruleSet?.forbidden?.map(({ name }) => name);
  const folders = readdirSync(join(root, service), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => `${name}-knows-nothing-above`);
  expect(folders.length).toBeGreaterThan(10);
  expect(rules).toEqual(expect.arrayContaining(folders));
});

it('a cycle of imports is refused, also between folders and through types', async () => {
  const [a, b] = [`${service}/a.ts`, `${service}/b.ts`];
  expect(await violationsIn({ [a]: take(a, b), [b]: take(b, a) })).toEqual(['no-cycle']);
  const platform = `${service}/platform`;
  const folders = {
    [`${platform}/a/one.ts`]:
      "import type { value } from '../b/two.ts';\nexport type Value = typeof value;\n",
    [`${platform}/b/two.ts`]: value,
    [`${platform}/b/three.ts`]: take(`${platform}/b/three.ts`, `${platform}/a/four.ts`),
    [`${platform}/a/four.ts`]: value,
  };
  expect(await violationsIn(folders, '.dependency-cruiser.folders.js')).toEqual([
    'no-folder-cycle',
  ]);
});
