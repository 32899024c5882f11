// `pnpm run version`: turns the pending changesets into versions and changelogs, gives each document the version
// of its package, and keeps what later changes are compared with. The release workflow proposes the result.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { baselineFile, publishedPackages, releasedFile } from './published-packages.ts';

new Command()
  .description('Turns the pending changesets into versions and changelogs, in the files here.')
  .parse();

const root = resolve(import.meta.dirname, '../../..');
const before = new Map(publishedPackages(root).map(({ name, version }) => [name, version]));
run('changeset', 'version');
const today = new Date().toISOString().slice(0, 10);
for (const file of globSync('{spec,packages/*,apps/*}/CHANGELOG.md', { cwd: root })) {
  const path = join(root, file);
  const undated = /^(## .+\n\n)(?!Released on )/m;
  writeFileSync(path, readFileSync(path, 'utf8').replace(undated, `$1Released on ${today}.\n\n`));
}
const released = publishedPackages(root).filter(
  ({ name, version }) => version !== before.get(name),
);

const documents = {
  'spec/openapi.yaml': '@partner-rating/spec',
  'spec/admin.yaml': '@partner-rating/service',
};
for (const [path, owner] of Object.entries(documents)) {
  const version = released.find(({ name }) => name === owner)?.version;
  if (version === undefined) continue;
  const file = join(root, path);
  const versionOfDocument = /^( {2}version: ).*$/m;
  const document = readFileSync(file, 'utf8');
  if (!versionOfDocument.test(document)) {
    throw new Error(`${path} has no line "  version: …" under info. Put it back.`);
  }
  writeFileSync(file, document.replace(versionOfDocument, `$1${version}`));
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
