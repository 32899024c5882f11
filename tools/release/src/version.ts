// `pnpm run version`: turns the pending changesets into versions and changelogs, and gives the
// document the version of the package that publishes it. The release workflow proposes the result.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readChangesets } from '@changesets/read';
import { reportFile } from './api-changes.ts';
import { changelogEntry, withEntry } from './changelog.ts';
import { publishedPackages } from './published-packages.ts';
import { takesNoArguments } from './takes-no-arguments.ts';

takesNoArguments('Turns the pending changesets into versions and changelogs, in the files here.');

const root = resolve(import.meta.dirname, '../../..');
const versionOfDocument = /^( {2}version: ).*$/m;

const changesets = await readChangesets(root);
const versionsBefore = new Map(publishedPackages(root).map(({ name, version }) => [name, version]));
run('changeset', 'version');
const released = publishedPackages(root).filter(
  ({ name, version }) => version !== versionsBefore.get(name),
);

for (const { name, version, folder } of released) {
  const from = versionsBefore.get(name) ?? '0.0.0';
  const file = join(folder, 'CHANGELOG.md');
  const changelog = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(
    file,
    withEntry(changelog, name, changelogEntry({ name, from, to: version }, changesets)),
  );
}

const spec = released.find(({ name }) => name === '@partner-rating/spec');
if (spec !== undefined) {
  const index = join(spec.folder, 'openapi.yaml');
  const document = readFileSync(index, 'utf8');
  if (!versionOfDocument.test(document)) {
    throw new Error('spec/openapi.yaml has no line "  version: …" under info. Put it back.');
  }
  writeFileSync(index, document.replace(versionOfDocument, `$1${spec.version}`));
}
run('pnpm', 'install', '--lockfile-only');
run('turbo', 'run', 'generate');
// What the next change is compared with.
for (const { name, folder, isLibrary } of released) {
  if (!isLibrary && name !== spec?.name) continue;
  const file = isLibrary ? reportFile : 'dist/openapi.yaml';
  cpSync(join(folder, file), join(folder, 'released', basename(file)));
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
