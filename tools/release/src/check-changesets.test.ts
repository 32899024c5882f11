import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { apiReport, documentFile } from './published-packages.ts';
import { gitEnvironment, scratchCopy } from './scratch-copy.ts';

// A copy of this repository in which everything was just released. Each test makes a branch of it.
const root = resolve(import.meta.dirname, '../../..');
const copy = scratchCopy(root);
const document = join('spec', documentFile);

beforeAll(() => {
  for (const file of globSync('.changeset/*.md', { cwd: copy })) rmSync(join(copy, file));
  for (const folder of ['spec', 'packages/client', 'packages/server']) setVersion(folder, '1.0.0');
  linkModules(copy);
  // JSON is YAML too, and edited faster.
  cpSync(join(copy, 'spec/dist/openapi.json'), join(copy, document));
  cpSync(join(copy, document), join(copy, 'spec/released', basename(document)));
  for (const folder of globSync('packages/*/released', { cwd: copy })) {
    const report = join(copy, dirname(folder), apiReport);
    if (existsSync(report)) cpSync(report, join(copy, folder, apiReport));
  }
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n');
  commit('Release');
});

beforeEach((context) => {
  git('checkout', '--quiet', '--force', 'main');
  git('clean', '--quiet', '--force', '-d');
  git('checkout', '--quiet', '-B', `test-${context.task.id}`);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('a breaking edit of the document is refused until each package made from it has a changeset that says **Breaking**, with a large enough bump', () => {
  edit<Operation>(['paths', '/partner/usage', 'get'], (operation) => {
    const schema = { type: 'string', maxLength: 9, examples: ['2026'] };
    const year = { name: 'year', in: 'query', required: true, description: 'The year.', schema };
    operation.parameters = [...(operation.parameters ?? []), year];
  });
  changeset({ spec: 'major', client: 'minor', server: 'minor' });
  const { status, stderr } = check();
  expect(stderr).toContain('in a way that breaks callers');
  expect(stderr).toContain('Required `year` query parameter was added.');
  expect(stderr).toContain(
    'npx -y pnpm@12 changeset add --major @partner-rating/client --major @partner-rating/server --message "**Breaking:** …"',
  );
  expect(status).toBe(1);
  changeset({ spec: 'major', client: 'major', server: 'major' }, 'There is more.');
  expect(check().stderr).toContain('changeset add --major @partner-rating/client --major');
  changeset({ spec: 'major', client: 'major', server: 'major' });
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

it('a removal from the document without notice is refused with any changeset', () => {
  edit(['components', 'schemas', 'Member', 'properties'], (fields) => delete fields.city);
  changeset({ spec: 'major', client: 'major', server: 'major' });
  const { status, stderr } = check();
  expect(stderr).toContain('`city` of `Member` was removed and had not been deprecated.');
  expect(status).toBe(1);
});

it('a changeset that says **Breaking** is refused with a smaller bump than major', () => {
  changeset({ msw: 'minor', client: 'major', python: 'patch' });
  const { status, stderr } = check();
  expect(stderr).toContain(
    'scratch.md says **Breaking**, but gives @partner-rating/msw only a minor bump. Write major.',
  );
  expect(stderr).toContain('gives @partner-rating/python only a patch bump.');
  expect(stderr).not.toContain('@partner-rating/client');
  expect(status).toBe(1);
  changeset({ msw: 'patch' }, 'The doc comments are clearer.');
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

it('an addition to the document needs a minor version, and a new wording needs only a patch of the document', () => {
  edit(['components', 'schemas', 'Member'], (schema) => {
    schema.description = `${schema.description} And more.`;
  });
  expect(check().stderr).toContain('changeset add --patch @partner-rating/spec --message');
  changeset({ spec: 'patch' }, 'The text is clearer.');
  expect(check()).toMatchObject({ status: 0, stderr: '' });
  edit(['components', 'schemas', 'Member', 'properties'], (fields) => {
    fields.nickname = { type: 'string', maxLength: 100, examples: ['Mikey'] };
  });
  expect(check().stderr).toContain('in a way that callers can see');
});

it('a removed export is refused without a major version', () => {
  editReport('client', '        generatePkce,\n', '');
  changeset({ client: 'minor' }, 'There is more.');
  const { status, stderr } = check();
  expect(stderr).toContain('`index generatePkce` is no longer exported.');
  expect(stderr).toContain(
    'changeset add --major @partner-rating/client --message "**Breaking:** …"',
  );
  expect(status).toBe(1);
  changeset({ client: 'major' });
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

it('a changed type is refused with the lines that differ, and changed comments of the report are ignored', () => {
  editReport('server', '// (undocumented)', '// (documented)');
  expect(check()).toMatchObject({ status: 0, stderr: '' });
  editReport('server', 'clock?: () => Date;', 'clock?: () => number;');
  const { stderr } = check();
  expect(stderr).toMatch(/- -\s+clock\?: \(\) => Date;\n {2}- \+\s+clock\?: \(\) => number;/);
  expect(stderr).toContain('changeset add --minor @partner-rating/server --message "…"');
});

it('before the first release any edit passes, and afterwards a missing released file is an error', () => {
  edit(['components', 'schemas', 'Member', 'properties'], (fields) => delete fields.city);
  rmSync(join(copy, 'spec/released'), { recursive: true });
  rmSync(join(copy, 'packages/client/released'), { recursive: true });
  const { status, stderr } = check();
  expect(stderr).toContain('spec/released/openapi.yaml is missing.');
  expect(stderr).toContain('packages/client/released/api-report.md is missing.');
  expect(status).toBe(1);
  for (const folder of ['spec', 'packages/client', 'packages/server']) setVersion(folder, '0.0.0');
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

it('a changeset that cannot be read, or that names an unknown package, is reported in a sentence', () => {
  changeset({ spec: 'huge' });
  expect(check()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^could not parse changeset - invalid version type "huge"/),
  });
  changeset({ cilent: 'minor' });
  expect(check()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      'scratch.md names @partner-rating/cilent, which has no version.',
    ),
  });
});

function check() {
  return spawnSync('node', ['tools/release/src/check-changesets.ts'], {
    cwd: copy,
    encoding: 'utf8',
  });
}

interface Operation {
  parameters: { name?: string; schema: object }[];
}

/** Edits the part of the bundled document that these names lead to. */
function edit<Part = Record<string, unknown>>(names: string[], change: (part: Part) => void): void {
  const whole: unknown = JSON.parse(readFileSync(join(copy, document), 'utf8'));
  const part = names.reduce((node, name) => (node as Record<string, unknown>)[name], whole);
  change(part as Part);
  writeFileSync(join(copy, document), JSON.stringify(whole, null, 2));
}

/** Edits the API report of a package, as `generate` would after an edit of its source. */
function editReport(name: string, from: string, to: string): void {
  const file = join(copy, 'packages', name, apiReport);
  const report = readFileSync(file, 'utf8');
  if (!report.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(file, report.replace(from, to));
}

function setVersion(folder: string, version: string): void {
  const file = join(copy, folder, 'package.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }));
}

function changeset(
  types: Record<string, string>,
  text = '**Breaking:** what partners must know.',
): void {
  const lines = Object.entries(types).map(([name, type]) => `'@partner-rating/${name}': ${type}`);
  const file = join(copy, '.changeset/scratch.md');
  writeFileSync(file, `---\n${lines.join('\n')}\n---\n\n${text}\n`);
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: copy, env: { ...process.env, ...gitEnvironment } });
}

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', `--message=${message}`);
}

/** The modules of this repository, so that nothing is installed for a copy. */
function linkModules(folder: string): void {
  for (const owner of ['.', 'spec', 'tools/release', 'packages/client', 'packages/server']) {
    const modules = join(owner, 'node_modules');
    mkdirSync(dirname(join(folder, modules)), { recursive: true });
    symlinkSync(join(root, modules), join(folder, modules));
  }
}
