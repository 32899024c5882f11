// Loaded by `pnpm start` and `pnpm demo` before the program: builds the documentation while the service already runs, and
// then packs the packages that the documentation offers.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { publishedPackages, tarballName } from '@partner-rating/release';

if (!process.argv.includes('--help')) {
  // The service serves this folder, and the build replaces it.
  mkdirSync('apps/docs/dist', { recursive: true });
  const build = ['run', 'build', '--filter=@partner-rating/docs', '--output-logs=errors-only'];
  runQuietly(spawn('turbo', build, { stdio: ['ignore', 'pipe', 'pipe'] }), 'build', () => {
    if (hasPackages()) return;
    const pack = ['tools/release/src/pack.ts', '--libraries'];
    const packing = spawn(process.execPath, pack, { stdio: ['ignore', 'pipe', 'pipe'] });
    runQuietly(packing, 'run pack', () => {
      process.stdout.write('The documentation and its packages are ready.\n');
    });
  });
}

/** Whether the folder has the packages of this version: an earlier version may have packed others. */
function hasPackages(): boolean {
  return publishedPackages('.')
    .filter(({ directory }) => !directory.startsWith('apps/'))
    .every((one) => existsSync(join('dist/packages', tarballName(one))));
}

function runQuietly(child: ChildProcess, command: string, next?: () => void): void {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  // The service starts first, because nobody reads the documentation of a service that does not respond yet.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.on('error', ({ message }) => report(message, command));
  child.on('exit', (code) => {
    if (code === 0) next?.();
    else if (code !== null) report(output, command);
  });
  process.on('exit', () => child.kill());
}

function report(cause: string, command: string): void {
  process.stderr.write(
    `The documentation is not complete, and the service runs without the rest.\n${cause}\n` +
      `Run \`npx -y pnpm@12 ${command}\` to try again.\n`,
  );
}
