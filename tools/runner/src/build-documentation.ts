// Loaded by `pnpm start` before the service: builds the documentation while the service already runs.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

if (!process.argv.includes('--help')) {
  // The service serves from this folder, which the build replaces.
  mkdirSync('apps/docs/dist', { recursive: true });
  const build = ['run', 'build', '--filter=@partner-rating/docs', '--output-logs=errors-only'];
  const child = spawn('turbo', build, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  // The service starts first: nobody reads the documentation of a service that does not answer yet.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.on('error', ({ message }) => report(message));
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) report(output);
  });
  process.on('exit', () => child.kill());
}

function report(cause: string): void {
  process.stderr.write(
    `The documentation was not built, and the service runs without it.\n${cause}\n` +
      'Run `npx -y pnpm@12 build` to try again.\n',
  );
}
