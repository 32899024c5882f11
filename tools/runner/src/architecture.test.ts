import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const tsConfigFile = join(root, 'tsconfig.base.json');
const tsConfig = extractTSConfig(tsConfigFile);

/** The rules that a small tree of files breaks. */
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
  // In this process: to start the command for each tree costs ten times as much.
  const { output } = await cruise(['.'], options, {}, { tsConfig });
  if (typeof output === 'string') throw new Error(output);
  return [...new Set(output.summary.violations.map(({ rule }) => rule.name))].sort();
}

const service = 'apps/service/src';
const value = 'export const value = 1;\n';
const take = (path: string) => `import { value } from '${path}';\nexport const taken = value;\n`;

describe('an import is refused', () => {
  it('of an app by a package', async () => {
    expect(
      await violationsIn({
        'packages/client/src/a.ts': take('../../../apps/demo/src/b.ts'),
        'apps/demo/src/b.ts': value,
      }),
    ).toContain('packages-know-no-app');
  });

  it('of a package by the contract', async () => {
    expect(
      await violationsIn({
        'spec/rules/a.ts': take('../../packages/client/src/index.ts'),
        'packages/client/src/index.ts': value,
      }),
    ).toEqual(['spec-knows-nobody']);
  });

  it('of another app', async () => {
    expect(
      await violationsIn({
        'apps/docs/src/a.ts': take('../../demo/src/b.ts'),
        'apps/demo/src/b.ts': value,
      }),
    ).toContain('apps-are-strangers');
  });

  it("of another package's private file", async () => {
    expect(
      await violationsIn({
        [`${service}/app.ts`]: take('../../../packages/server/src/b.ts'),
        'packages/server/src/b.ts': value,
      }),
    ).toEqual(['no-private-files']);
  });

  it('of a tool by what is published', async () => {
    expect(
      await violationsIn({
        'packages/mock/src/a.ts': take('../../../tools/processes/src/index.ts'),
        'tools/processes/src/index.ts': value,
      }),
    ).toEqual(['published-code-knows-no-tool']);
  });

  it('of an app by a tool', async () => {
    expect(
      await violationsIn({
        'tools/runtimes/src/a.ts': take('../../../apps/demo/src/b.ts'),
        'apps/demo/src/b.ts': value,
      }),
    ).toContain('tools-import-no-app');
  });

  it('of what only tests use by code that runs', async () => {
    expect(
      await violationsIn({
        'apps/demo/src/a.ts': take('../../../tools/browser/src/index.ts'),
        'tools/browser/src/index.ts': value,
      }),
    ).toEqual(['tests-are-not-shipped']);
  });

  it('of what Node alone has by the client, but for its command', async () => {
    const http = "import { get } from 'node:http';\nget('');\n";
    expect(await violationsIn({ 'packages/client/src/a.ts': http })).toEqual([
      'client-runs-everywhere',
    ]);
    expect(await violationsIn({ 'packages/client/src/testing/a.ts': http })).toEqual([
      'client-runs-everywhere',
    ]);
    expect(await violationsIn({ 'packages/client/src/command/a.ts': http })).toEqual([]);
    expect(
      await violationsIn({
        'packages/client/src/a.ts': take('./command/b.ts'),
        'packages/client/src/command/b.ts': value,
      }),
    ).toEqual(['library-knows-no-command']);
  });

  it('of a rule or a handler by a store', async () => {
    expect(
      await violationsIn({
        [`${service}/matches/store/a.ts`]: take('../domain/b.ts'),
        [`${service}/matches/domain/b.ts`]: value,
      }),
    ).toEqual(['store-knows-no-rule']);
    expect(
      await violationsIn({
        [`${service}/matches/store/a.ts`]: take('../submit.ts'),
        [`${service}/matches/submit.ts`]: value,
      }),
    ).toEqual(['store-knows-no-rule']);
  });

  it('of a resource by what every request goes through', async () => {
    expect(
      await violationsIn({
        [`${service}/platform/http/a.ts`]: take('../../webhooks/b.ts'),
        [`${service}/webhooks/b.ts`]: value,
      }),
    ).toEqual(['platform-knows-nothing-above']);
  });

  it('of the whole service by a folder of it', async () => {
    expect(
      await violationsIn({
        [`${service}/members/a.ts`]: take('../app.ts'),
        [`${service}/app.ts`]: value,
      }),
    ).toEqual(['members-knows-nothing-above']);
  });

  it('by the layers of the service, each of its folders but that of the tests being one', async () => {
    const { ruleSet } = await extractDepcruiseOptions(join(root, '.dependency-cruiser.js'));
    const rules = ruleSet?.forbidden?.map(({ name }) => name);
    const folders = readdirSync(join(root, service), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => `${name}-knows-nothing-above`);
    expect(folders.length).toBeGreaterThan(10);
    expect(rules).toEqual(expect.arrayContaining(folders));
  });

  it('of a handler, but by the list of handlers', async () => {
    const handler = { [`${service}/matches/operations/matches.submit.ts`]: value };
    expect(
      await violationsIn({
        [`${service}/console/a.ts`]: take('../matches/operations/matches.submit.ts'),
        ...handler,
      }),
    ).toEqual(['handlers-are-listed-once']);
    expect(
      await violationsIn({
        [`${service}/matches/operations/matches.void.ts`]: take('./matches.submit.ts'),
        ...handler,
      }),
    ).toEqual(['handlers-are-listed-once']);
    expect(
      await violationsIn({
        [`${service}/operations.gen.ts`]: take('./matches/operations/matches.submit.ts'),
        ...handler,
      }),
    ).toEqual([]);
  });

  it('of what few commands need, unless it is loaded where it runs', async () => {
    const files = {
      [`${service}/console/commands/report-backtest.ts`]: take('../../predictions/backtest/b.ts'),
      [`${service}/predictions/backtest/b.ts`]: value,
    };
    const command = `${service}/console/commands/a.ts`;
    expect(await violationsIn({ [command]: take('./report-backtest.ts'), ...files })).toEqual([
      'some-is-loaded-where-it-runs',
    ]);
    expect(
      await violationsIn({
        [command]: "export const taken = await import('./report-backtest.ts');\n",
        ...files,
      }),
    ).toEqual([]);
    expect(
      await violationsIn({
        [`${service}/service.ts`]: take('./platform/http/redis-counters.ts'),
        [`${service}/platform/http/redis-counters.ts`]: value,
      }),
    ).toEqual(['some-is-loaded-where-it-runs']);
  });

  it('of a handler, a store or the database by a rule', async () => {
    const domain = `${service}/matches/domain/a.ts`;
    expect(
      await violationsIn({
        [domain]: take('../submit.ts'),
        [`${service}/matches/submit.ts`]: value,
      }),
    ).toEqual(['domain-is-pure']);
    expect(
      await violationsIn({
        [domain]: take('../store/b.ts'),
        [`${service}/matches/store/b.ts`]: value,
      }),
    ).toEqual(['domain-reads-no-store']);
    expect(
      await violationsIn({
        [domain]: take('../../platform/database/b.ts'),
        [`${service}/platform/database/b.ts`]: value,
      }),
    ).toEqual(['domain-is-pure']);
  });

  it('of what may change by a migration that ran', async () => {
    const migrations = `${service}/platform/database/migrations`;
    expect(
      await violationsIn({
        [`${migrations}/0001-a.ts`]: take('../../../members/domain/b.ts'),
        [`${migrations}/0002-b.ts`]: take('../b.ts'),
        [`${migrations}/0003-c.ts`]: take('./0003-names.ts'),
        [`${migrations}/0003-names.ts`]: value,
        [`${service}/platform/database/b.ts`]: value,
        [`${service}/members/domain/b.ts`]: value,
      }),
    ).toEqual(['migrations-are-frozen', 'platform-knows-nothing-above']);
    expect(
      await violationsIn({
        [`${service}/platform/database/schema/a.ts`]: take('../b.ts'),
        [`${service}/platform/database/schema/c.ts`]: take('./statements.ts'),
        [`${service}/platform/database/schema/statements.ts`]: value,
        [`${service}/platform/database/b.ts`]: value,
      }),
    ).toEqual(['migrations-are-frozen']);
  });

  it('of the network by a rule', async () => {
    expect(
      await violationsIn({
        [`${service}/matches/domain/a.ts`]: "import { get } from 'node:http';\nget('');\n",
      }),
    ).toEqual(['domain-has-no-framework']);
  });

  it('in a circle', async () => {
    expect(
      await violationsIn({
        [`${service}/a.ts`]: take('./b.ts'),
        [`${service}/b.ts`]: take('./a.ts'),
      }),
    ).toEqual(['no-cycle']);
  });

  it('in a circle of folders, of types too, even where no two files need each other', async () => {
    expect(
      await violationsIn(
        {
          [`${service}/platform/a/one.ts`]:
            "import type { value } from '../b/two.ts';\nexport type Value = typeof value;\n",
          [`${service}/platform/b/two.ts`]: value,
          [`${service}/platform/b/three.ts`]: take('../a/four.ts'),
          [`${service}/platform/a/four.ts`]: value,
        },
        '.dependency-cruiser.folders.js',
      ),
    ).toEqual(['no-folder-cycle']);
  });

  it('of a test by code that runs', async () => {
    expect(
      await violationsIn({
        [`${service}/a.ts`]: take('./testing/b.ts'),
        [`${service}/testing/b.ts`]: value,
      }),
    ).toEqual(['tests-are-not-shipped']);
  });
});

describe('an import is fine', () => {
  it('of a source of the service by the lab', async () => {
    expect(
      await violationsIn({
        'tools/lab/simulation/a.ts': take('../../../apps/service/src/app.ts'),
        [`${service}/app.ts`]: value,
      }),
    ).toEqual([]);
  });

  it('from handler to rule and store, and from rule to a type of a store', async () => {
    expect(
      await violationsIn({
        [`${service}/matches/submit.ts`]: `${take('./domain/b.ts')}${take('./store/c.ts').replaceAll('value', 'row').replace('taken', 'other')}`,
        [`${service}/matches/domain/b.ts`]: `import type { row } from '../store/c.ts';\nexport type Row = typeof row;\n${value}`,
        [`${service}/matches/store/c.ts`]: 'export const row = 1;\n',
      }),
    ).toEqual([]);
  });
});
