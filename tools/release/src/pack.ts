// `pnpm run pack`: builds every package, and writes what npm and PyPI would receive to one folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { providedProgram } from '@partner-rating/provision';
import { Command } from 'commander';
import { publishedPackages } from './published-packages.ts';

new Command()
  .description('Packs every npm package, and the sdist and wheel for Python, into dist/packages.')
  .parse();

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'dist/packages');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

// Each builds itself before it is packed.
for (const { directory } of publishedPackages(root)) {
  run('pnpm', ['--dir', directory, 'pack', '--pack-destination', folder]);
}
const python = await providedProgram('python');
const build = join(root, 'packages/python/packaging/build.py');
run(python.path, [build, folder], python.environment);

function run(command: string, args: string[], environment: NodeJS.ProcessEnv = {}): void {
  const env = { ...process.env, ...environment };
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
