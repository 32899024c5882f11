import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthenticationError } from '@partner-rating/client';
import { freePort } from '@partner-rating/processes';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readFacts } from './facts.ts';
import {
  availablePort,
  explainStartFailure,
  parseServiceAddress,
  redirectUriFor,
} from './options.ts';
import { isServiceNeeded } from './service-process.ts';

/** A server that is not the service, on a port of `localhost`. */
async function otherServer(): Promise<number> {
  const server = createServer((_request, response) => response.end('Hello'));
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const given = (port: number, isServiceGiven = true) =>
  isServiceNeeded({ port: 4000, service: `http://localhost:${port}/api/v1`, isServiceGiven });

describe('the demo does not start, and says why', () => {
  it('if its port is in use', async () => {
    const port = await otherServer();
    await expect(availablePort(port)).rejects.toThrow(
      `Port ${port} is in use, perhaps by another demo. Stop that, or choose another port with --port.`,
    );
  });

  it('if the named service does not respond', async () => {
    const port = await freePort('localhost');
    await expect(given(port)).rejects.toThrow(
      `No service runs at http://localhost:${port}/api/v1.`,
    );
    expect(await given(port, false)).toBe(true);
  });

  it('if another program is at the address', async () => {
    await expect(given(await otherServer(), false)).rejects.toThrow('it is not the service');
  });

  testRows(['localhost:3001', 'http://localhost:3001', 'ftp://localhost/api/v1'])(
    'if the address is invalid',
    (address) => {
      expect(() => parseServiceAddress(address)).toThrow('such as http://localhost:3001/api/v1');
    },
  );

  it('if there is no demo.json', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'partner-rating-facts-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    await expect(readFacts(directory)).rejects.toThrow(
      `There is no ${join(directory, 'demo.json')}`,
    );
  });

  it('if demo.json belongs to another service', () => {
    expect(explainStartFailure(new AuthenticationError('Unknown key.'))).toContain(
      'does not know the API key in demo.json',
    );
  });
});

testRows([
  ['the registered port', 4000, 'http://localhost:4000/callback'],
  ['another port', 4123, 'http://127.0.0.1:4123/callback'],
])('the address of the demo depends on its port', (_, port, address) => {
  expect(redirectUriFor('http://localhost:4000/callback', port)).toBe(address);
});
