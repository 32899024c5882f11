import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

interface Job {
  permissions?: Record<string, string>;
  steps?: { uses?: string; with?: Record<string, unknown> }[];
}
interface Workflow {
  permissions?: Record<string, string>;
  /** None in an action. */
  jobs?: Record<string, Job>;
}
interface Renovate {
  customManagers: { managerFilePatterns: string[]; matchStrings: string[] }[];
  packageRules: { matchDepNames?: string[] }[];
}

const root = resolve(import.meta.dirname, '../../..');
const files = globSync('.github/{workflows,actions/*}/*.yml', { cwd: root });

it.each(files)('%s uses actions by their whole commit, which nobody can move', (file) => {
  const uses = readFileSync(join(root, file), 'utf8').matchAll(/uses: (.*)/g);
  for (const [, action] of uses) {
    expect(action).toMatch(/^(\.\/.+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
  }
});

describe('a job of the workflows that has a token', () => {
  const jobs = files.flatMap((file) => {
    const { permissions, jobs = {} } = parse(readFileSync(join(root, file), 'utf8')) as Workflow;
    return Object.entries(jobs).map(([name, job]) => ({ file, name, job, permissions }));
  });
  const mayWrite = ({ job }: (typeof jobs)[number]) =>
    JSON.stringify(job).includes('secrets.') ||
    Object.values(job.permissions ?? {}).includes('write');
  const releasing = jobs.filter(mayWrite).map(({ name, job }) => ({ name, text: stringify(job) }));

  it('is the release alone; every other job may only read, and keeps no token on its disk', () => {
    expect(releasing.map(({ name }) => name)).toEqual(['release']);
    for (const { file, name, permissions } of jobs) {
      expect([file, name, permissions]).toEqual([file, name, { contents: 'read' }]);
    }
    for (const { job } of jobs) {
      const checkouts = (job.steps ?? []).filter(({ uses }) =>
        uses?.startsWith('actions/checkout@'),
      );
      for (const step of checkouts) expect(step.with?.['persist-credentials']).toBe(false);
    }
  });

  it('has the rights that the release needs, and no other', () => {
    const { job } = jobs.find(({ name }) => name === 'release') ?? {};
    expect(job?.permissions).toEqual({
      contents: 'write',
      'pull-requests': 'write',
      'id-token': 'write',
      attestations: 'write',
    });
  });

  it.each(releasing)('$name runs exact versions of its machine, Node and programs', ({ text }) => {
    expect(text).toMatch(/^runs-on: ubuntu-\d+\.\d+$/m);
    expect(text).toMatch(/^ +node-version: \d+\.\d+\.\d+$/m);
    expect(text).not.toMatch(/\b(npm (i|install|exec)|pnpm dlx|pnpx|yarn|bunx|curl|wget)\b/);
    const programs = [...text.matchAll(/\bnpx (?:-\S+ )*(\S+)/g)].map(([, program]) => program);
    expect(programs.length).toBeGreaterThan(0);
    for (const program of programs) expect(program).toMatch(/^(@[\w-]+\/)?[\w-]+@\d+\.\d+\.\d+$/);
  });
});

describe('the dependency bot', () => {
  const bot = JSON.parse(readFileSync(join(root, 'renovate.json'), 'utf8')) as Renovate;

  it('finds every pnpm that the release runs', () => {
    const [{ managerFilePatterns, matchStrings } = { managerFilePatterns: [], matchStrings: [] }] =
      bot.customManagers;
    expect(managerFilePatterns).toEqual(['.github/workflows/release.yml']);
    const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
    const found = [...workflow.matchAll(new RegExp(String(matchStrings[0]), 'g'))];
    expect(found.length).toBe(workflow.split('npx ').length - 1);
  });

  it('has rules for names only that the catalog has', () => {
    const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
    const { catalog } = parse(workspace) as { catalog: Record<string, string> };
    const named = bot.packageRules.flatMap(({ matchDepNames = [] }) => matchDepNames);
    expect(Object.keys(catalog)).toEqual(expect.arrayContaining(named));
  });
});

it('CI runs the tests that decide whether a change lands', () => {
  const commands = (file: string) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/npx -y pnpm@12 (test\S*)$/gm)].map(
      ([, command]) => command,
    );
  expect(commands('.github/workflows/ci.yml')).toEqual(commands('.ci/run'));
  expect(commands('.ci/run')).toEqual(['test', 'test:full']);
});
