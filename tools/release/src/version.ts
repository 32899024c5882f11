// `pnpm run version`: turns the pending changesets into versions and changelogs, gives each document and each file in
// `deploy/` the version of its package, and keeps what later changes are compared with. The release workflow proposes the result.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { completeNewest } from './changelog-entries.ts';
import { baselineFile, publishedPackages, releasedFile } from './published-packages.ts';
import { noteSchemaChange } from './schema-changes.ts';

new Command()
  .description('Turns the pending changesets into versions and changelogs, in the files here.')
  .parse();

const root = resolve(import.meta.dirname, '../../..');
const before = new Map(publishedPackages(root).map(({ name, version }) => [name, version]));
run('changeset', 'version');
const released = publishedPackages(root).filter(
  ({ name, version }) => version !== before.get(name),
);
const service = '@partner-rating/service';
const versionOf = (owner: string) => released.find(({ name }) => name === owner)?.version;

const today = new Date().toISOString().slice(0, 10);
for (const file of globSync('{spec,packages/*,apps/*}/CHANGELOG.md', { cwd: root })) {
  const path = join(root, file);
  const withService = file === 'apps/service/CHANGELOG.md' ? undefined : versionOf(service);
  writeFileSync(path, completeNewest(readFileSync(path, 'utf8'), today, withService));
}

const versioned: [path: string, owner: string, line: RegExp][] = [
  ['spec/openapi.yaml', '@partner-rating/spec', /^( {2}version: ).*$/m],
  ['spec/admin.yaml', service, /^( {2}version: ).*$/m],
  ['apps/service/deploy/Dockerfile', service, /^(ARG VERSION=).*$/m],
  ['apps/service/deploy/compose.yaml', service, /^( +image: partner-rating:).*$/m],
  ['apps/service/deploy/kubernetes.yaml', service, /^( +image: \S+\/partner-rating:).*$/m],
];
for (const [path, owner, line] of versioned) {
  const version = versionOf(owner);
  if (version === undefined) continue;
  const file = join(root, path);
  const text = readFileSync(file, 'utf8');
  if (!line.test(text))
    throw new Error(`${path} has no line for its version, ${line}. Put it back.`);
  writeFileSync(file, text.replace(line, `$1${version}`));
}
if (versionOf(service) !== undefined) {
  const file = join(root, 'apps/service/CHANGELOG.md');
  const folder = join(root, 'apps/service/src/platform/database/migrations');
  writeFileSync(file, noteSchemaChange(readFileSync(file, 'utf8'), readdirSync(folder)));
}
run('turbo', 'run', 'generate');
for (const one of released) {
  const [baseline, copy] = [baselineFile(one), releasedFile(one)];
  if (baseline !== undefined && copy !== undefined) cpSync(join(one.folder, baseline), copy);
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
