import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const run = promisify(execFile);

test('the command says where it listens, answers there, and stops when told', async () => {
  const port = await freePort();
  const mock = spawn(process.execPath, [main, '--port', String(port), '--quiet']);
  onTestFinished(() => void mock.kill('SIGKILL'));
  const [line] = (await once(mock.stdout.setEncoding('utf8'), 'data')) as [string];
  expect(line).toContain(`The mock listens on http://localhost:${port}/api/v1`);
  const response = await fetch(`http://localhost:${port}/api/v1/partner/oauth/scopes`);
  expect(response.status).toBe(200);
  mock.kill('SIGTERM');
  expect(await once(mock, 'exit')).toEqual([0, null]);
});

test('a port that is taken is told in a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const failure = run(process.execPath, [main, '--port', String(port), '--host', '127.0.0.1']);
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `Port ${port} is taken, perhaps by another mock. Stop that, or choose another with --port.\n`,
  });
});

test('a port that is none is told in a sentence', async () => {
  await expect(run(process.execPath, [main, '--port', '70000'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('A port is a whole number from 1 to 65535.'),
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
