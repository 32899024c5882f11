// `pnpm run release`: builds the packages and publishes every version the registry does not have.
// Only the release workflow runs it, and the rehearsal, in a copy.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { nameRepository } from './name-repository.ts';
import { publishedPackages } from './published-packages.ts';

new Command()
  .description('Publishes every version the registry does not have; the release workflow runs it.')
  .parse();

const root = resolve(import.meta.dirname, '../../..');
const packages = publishedPackages(root);

// npm accepts a statement of provenance only if package.json names the repository that made it, which the workflow knows.
const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY } = process.env;
if (GITHUB_REPOSITORY === undefined) {
  process.stderr.write(
    'Nothing was published: GITHUB_REPOSITORY is not set, so the packages would not say where they come from. ' +
      'Merge the pull request of the release workflow, which publishes; `npx -y pnpm@12 run release:rehearse` rehearses it here.\n',
  );
  process.exit(1);
}
nameRepository(root, `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`);

run('turbo', 'run', 'build', ...packages.map(({ name }) => `--filter=${name}`));
run('changeset', 'publish');

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
