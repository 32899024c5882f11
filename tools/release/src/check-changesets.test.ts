import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportFile } from './api-changes.ts';
import { gitEnvironment } from './git-environment.ts';
import { scratchCopy } from './scratch-copy.ts';

// A copy of this repository in which everything was just released. Each test makes a branch of it.
const root = resolve(import.meta.dirname, '../../..');
const copy = scratchCopy(root);
const documentFile = 'spec/dist/openapi.yaml';

beforeAll(() => {
  for (const file of globSync('.changeset/*.md', { cwd: copy })) rmSync(join(copy, file));
  for (const [folder, version] of [
    ['spec', '1.0.0'],
    ['packages/client', '0.1.0'],
    ['packages/server', '1.0.0'],
  ] as const) {
    setVersion(folder, version);
  }
  linkModules(copy);
  // JSON is YAML too, and edited faster.
  cpSync(join(copy, 'spec/dist/openapi.json'), join(copy, documentFile));
  for (const [file, folder] of [
    [documentFile, 'spec'],
    [`packages/client/${reportFile}`, 'packages/client'],
    [`packages/server/${reportFile}`, 'packages/server'],
  ] as const) {
    cpSync(join(copy, file), join(copy, folder, 'released', basename(file)));
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

describe('an edit that breaks is refused, and the refusal says what to do', () => {
  it.each<[string, () => void, string]>([
    [
      'a new required parameter',
      () =>
        edit<Operation>(['paths', '/partner/usage', 'get'], (operation) => {
          const schema = { type: 'string', maxLength: 9, examples: ['2026'] };
          const year = { name: 'year', in: 'query', required: true, description: 'The year.' };
          operation.parameters = [...(operation.parameters ?? []), { ...year, schema }];
        }),
      'Required `year` query parameter was added.',
    ],
  ])('%s', (_, change, message) => {
    change();
    changeset({ spec: 'minor', client: 'minor', server: 'minor' });
    const { status, stderr } = check();
    expect(stderr).toContain(message);
    expect(stderr).toContain(
      'npx -y pnpm@12 changeset add --major @partner-rating/spec --major @partner-rating/server --message "Wire: …"',
    );
    expect(status).toBe(1);
    changeset({ spec: 'major', client: 'minor', server: 'major' });
    expect(check()).toMatchObject({ status: 0, stderr: '' });
  });
});

it('a removed field is refused with any changeset until it had its notice', () => {
  edit(['components', 'schemas', 'Member', 'properties'], (fields) => delete fields.city);
  changeset({ spec: 'major', client: 'major', server: 'major' });
  const { status, stderr } = check();
  expect(stderr).toContain('`city` of `Member` was removed and had not been deprecated.');
  expect(stderr).toContain('Put it back, mark it deprecated with its dates');
  expect(status).toBe(1);
});

describe('a harmless edit', () => {
  it('that adds a field passes with a minor changeset, and not without one', () => {
    edit(['components', 'schemas', 'Member', 'properties'], (fields) => {
      fields.nickname = { type: 'string', maxLength: 100, examples: ['Mikey'] };
    });
    expect(check().stderr).toContain('asks for a minor changeset');
    changeset({ spec: 'minor', client: 'minor', server: 'minor' });
    expect(check()).toMatchObject({ status: 0, stderr: '' });
  });

  it('of a description passes with a patch of the document', () => {
    edit(['components', 'schemas', 'Member'], (schema) => {
      schema.description = `${schema.description} And more.`;
    });
    expect(check().stderr).toContain('--patch @partner-rating/spec --message');
    changeset({ spec: 'patch' });
    expect(check()).toMatchObject({ status: 0, stderr: '' });
  });

  it('of an example, too', () => {
    edit(['components', 'examples', 'usage.get', 'value'], (usage) => {
      usage.requests = Number(usage.requests) + 1;
    });
    expect(check().stderr).toContain('--patch @partner-rating/spec --message');
    changeset({ spec: 'patch' });
    expect(check()).toMatchObject({ status: 0, stderr: '' });
  });

  it('of nothing that is published needs no changeset', () => {
    expect(check()).toMatchObject({ status: 0, stderr: '' });
  });
});

it('a changeset that cannot be read is reported in a sentence', () => {
  changeset({ spec: 'huge' });
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^could not parse changeset - invalid version type "huge"/);
});

it('the check works in a shallow clone', () => {
  edit(['components', 'schemas', 'Member', 'properties'], (fields) => delete fields.city);
  commit('Remove a field');
  const clone = `${copy}-clone`;
  try {
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${copy}`, clone]);
    linkModules(clone);
    expect(check(clone).stderr).toContain('`city` of `Member` was removed and');
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});

describe('an edit of what a package exports', () => {
  it('that takes an export away is refused, with its name and what to do', () => {
    editReport('client', '        generatePkce,\n', '');
    changeset({ client: 'patch' }, 'Client');
    const { status, stderr } = check();
    expect(stderr).toContain(
      '`@partner-rating/client generatePkce` was removed, or has another name.',
    );
    expect(stderr).toContain(
      'npx -y pnpm@12 changeset add --minor @partner-rating/client --message "Client: …"',
    );
    expect(status).toBe(1);
    changeset({ client: 'minor' }, 'Client');
    expect(check()).toMatchObject({ status: 0, stderr: '' });
  });

  it('that changes a type is refused with the lines that differ, and needs a major one from 1.0.0 on', () => {
    editReport(
      'server',
      'class RenderedJson<Value> {',
      'class RenderedJson<Value> {\n    pretty(): string;',
    );
    expect(check().stderr).toContain('+ pretty(): string;');
    changeset({ server: 'minor' }, 'Server');
    expect(check()).toMatchObject({ status: 0, stderr: '' });
    editReport('server', 'clock?: () => Date;', 'clock?: () => number;');
    const { stderr } = check();
    expect(stderr).toContain('- clock?: () => Date;\n      + clock?: () => number;');
    expect(stderr).toContain('changeset add --major @partner-rating/server --message "Server: …"');
  });
});

describe('what changes are compared with', () => {
  const removeField = () =>
    edit(['components', 'schemas', 'Member', 'properties'], (fields) => delete fields.city);

  it('is missing before the first release, and any edit passes', () => {
    for (const folder of ['spec', 'packages/client', 'packages/server']) {
      setVersion(folder, '0.0.0');
      rmSync(join(copy, folder, 'released'), { recursive: true });
    }
    removeField();
    expect(check()).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['spec', 'openapi.yaml'],
    ['packages/client', reportFile],
  ])('is never missing afterwards: %s/released/%s', (folder, file) => {
    rmSync(join(copy, folder, 'released', file));
    const { status, stderr } = check();
    expect(stderr).toContain(`${folder}/released/${file} is missing`);
    expect(stderr).toContain(`-- ${folder}/released`);
    expect(status).toBe(1);
  });

  it('is what the tag of the last release keeps, whatever the folder says', () => {
    const tag = '@partner-rating/spec@1.0.0';
    git('tag', tag);
    try {
      removeField();
      cpSync(join(copy, documentFile), join(copy, 'spec/released/openapi.yaml'));
      expect(check().stderr).toContain('`city` of `Member` was removed and');
      setVersion('spec', '0.0.0');
      expect(check().stderr).toContain('`city` of `Member` was removed and');
    } finally {
      git('tag', '--delete', tag);
    }
  });
});

function check(folder = copy) {
  return spawnSync('node', ['tools/release/src/check-changesets.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
}

interface Operation {
  parameters: { name?: string; schema: object }[];
}

/** Edits the part of the bundled document that these names lead to. */
function edit<Part = Record<string, unknown>>(names: string[], change: (part: Part) => void): void {
  const document: unknown = JSON.parse(readFileSync(join(copy, documentFile), 'utf8'));
  const part = names.reduce((whole, name) => (whole as Record<string, unknown>)[name], document);
  change(part as Part);
  writeFileSync(join(copy, documentFile), JSON.stringify(document, null, 2));
}

/** Edits the API report of a package, as `generate` would after an edit of its source. */
function editReport(name: string, from: string, to: string): void {
  const file = join(copy, 'packages', name, reportFile);
  const report = readFileSync(file, 'utf8');
  if (!report.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(file, report.replace(from, to));
}

function setVersion(folder: string, version: string): void {
  const file = join(copy, folder, 'package.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }));
}

function changeset(types: Record<string, string>, label = 'Wire'): void {
  const lines = Object.entries(types).map(([name, type]) => `'@partner-rating/${name}': ${type}`);
  const file = join(copy, '.changeset/scratch.md');
  writeFileSync(file, `---\n${lines.join('\n')}\n---\n\n${label}: What partners must know.\n`);
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
