import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from './free-port.ts';

// Begins after the last port, so that the first free port is the lowest.
vi.mock('node:crypto', () => ({ randomInt: (_: number, end: number) => end - 1 }));

async function listenOn(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

it('the lowest port is above the last that fetch refuses to connect to', async () => {
  await expect(fetch('http://127.0.0.1:10080')).rejects.toMatchObject({
    cause: { message: 'bad port' },
  });
  expect(await freePort()).toBeGreaterThan(10_080);
});

it('free ports are different, can be listened on, and are below the ephemeral ports', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(new Set(ports).size).toBe(50);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  for (const port of ports) expect(await listenOn(port)).toBe(port);
});

it('a port in use is skipped', async () => {
  const port = await freePort();
  const taken = await Promise.all([1, 2, 3].map((step) => listenOn(port + step)));
  expect(taken).not.toContain(await freePort());
});

it('a requested port is returned if it is free, and refused if it is in use', async () => {
  const port = await freePort();
  expect(await freePort('127.0.0.1', port)).toBe(port);
  await listenOn(port);
  await expect(freePort('127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

it('a host of another machine is refused', async () => {
  await expect(freePort('192.0.2.1')).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});
