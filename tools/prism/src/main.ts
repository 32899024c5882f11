// `pnpm mock:prism`: runs Prism as a mock of the published document.
import { spawn } from 'node:child_process';
import { bundle, prismProgram } from './start-prism.ts';

// Our own mock uses port 4010. Later options override earlier ones.
const words = ['mock', '--host=127.0.0.1', '--port=4011', ...process.argv.slice(2), bundle];
const child = spawn(process.execPath, [prismProgram(), ...words], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 0;
});
