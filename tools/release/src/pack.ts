// `pnpm run pack`: builds every package, and writes the files that a release uploads to npm and PyPI into one folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { providedProgram } from '@partner-rating/provision';
import { Command } from 'commander';
import { nameRepository } from './name-repository.ts';
import { publishedPackages } from './published-packages.ts';

const root = resolve(import.meta.dirname, '../../..');

const {
  libraries = false,
  into,
  site,
} = new Command()
  .description(
    'Packs every npm package, the sdist and wheel for Python, and the list of what the service contains (SBOM).',
  )
  .option('--libraries', 'only what applications use, not the service')
  .option('--into <folder>', 'where to write them', join(root, 'dist/packages'))
  .option(
    '--site <address>',
    'the address of the repository, such as https://github.com/owner/name, to write into the packages',
  )
  .parse()
  .opts<{ libraries?: boolean; into: string; site?: string }>();

if (site !== undefined) nameRepository(root, site);

const folder = resolve(into);
// The folder gets its name only when it is complete, because a service may serve it.
const next = `${folder}.next`;
rmSync(next, { recursive: true, force: true });
mkdirSync(next, { recursive: true });

// Each package builds itself before it is packed.
for (const { directory } of publishedPackages(root)) {
  if (libraries && directory.startsWith('apps/')) continue;
  run('pnpm', ['--dir', directory, 'pack', '--pack-destination', next]);
}
if (!libraries) {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--lockfile-only'];
  const file = join(next, 'partner-rating-service-%v.cdx.json');
  const service = ['--filter', '@partner-rating/service', '--prod'];
  run('pnpm', ['sbom', ...format, ...service, '--out', file]);
}
const python = await providedProgram('python');
const build = join(root, 'packages/python/packaging/build.py');
run(python.path, [build, next], python.environment);
rmSync(folder, { recursive: true, force: true });
renameSync(next, folder);

function run(command: string, args: string[], environment: NodeJS.ProcessEnv = {}): void {
  const env = { ...process.env, ...environment };
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
