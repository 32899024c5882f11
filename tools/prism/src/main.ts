// `pnpm mock:prism`: Prism as a mock of the published document, beside the mock of this project.
import { spawn } from 'node:child_process';
import { bundle, prismProgram } from './start-prism.ts';

// The mock of this project has 4010. Options that are given last override.
const words = ['mock', '--host=127.0.0.1', '--port=4011', ...process.argv.slice(2), bundle];
const child = spawn(process.execPath, [prismProgram(), ...words], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 0;
});
