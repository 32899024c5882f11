import { chmod, lstat, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { AdminClient } from '../command/call-operation.ts';
import { findServiceClient } from '../command/clients.ts';
import { operatorDependencies } from '../testing/operator.ts';
import { listenOnSocket, type SocketListener } from './listen-on-socket.ts';

describe('commands next to the service that has the data directory', () => {
  let dependencies: Dependencies;
  let dataDirectory: string;

  beforeEach(async () => {
    dependencies = await operatorDependencies();
    dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-socket-'));
    onTestFinished(() => rm(dataDirectory, { recursive: true }));
  });

  async function listen(): Promise<SocketListener> {
    const configuration = { ...dependencies.configuration, dataDirectory };
    const listener = await listenOnSocket({ ...dependencies, configuration });
    onTestFinished(listener.stop);
    return listener;
  }

  async function findClient(): Promise<AdminClient> {
    const client = await findServiceClient(dataDirectory);
    if (client === null) throw new Error('No service listens.');
    return client;
  }

  /** Answers every connection with this text, like another program on the socket. */
  async function listenWith(answer: string): Promise<void> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) =>
      server.listen(join(dataDirectory, 'operator.sock'), resolve),
    );
    onTestFinished(() => void server.close());
  }

  const listPartners = () => new Request('http://localhost/api/admin/v1/partners');

  const createPartner = () =>
    new Request('http://localhost/api/admin/v1/partners', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        clientId: 'mueller',
        name: 'Tennisklub Müller',
        redirectUris: ['https://courtside.example/callback'],
      }),
    });

  it('run in the service as an administrator', async () => {
    await listen();
    const client = await findClient();
    const created = await client(createPartner());
    expect([created.status, await created.json()]).toEqual([
      201,
      expect.objectContaining({ clientId: 'mueller' }),
    ]);
    const { partners } = (await (await client(listPartners())).json()) as { partners: unknown[] };
    expect(partners).toContainEqual(expect.objectContaining({ name: 'Tennisklub Müller' }));
  });

  it('are refused by a service of another version, which says what to do', async () => {
    await listenWith('HTTP/1.1 200 OK\r\ncontent-length: 19\r\n\r\n{"version":"1.2.3"}');
    await expect(findClient()).rejects.toThrow(/version 1\.2\.3, .*Start the service again/);
  });

  it('are refused by a release without HTTP on the socket, which says what to do', async () => {
    await listenWith('{"err":"This is no command"}\n');
    await expect(findClient()).rejects.toThrow(/Start the service again/);
  });

  it('say what to do if the service stops before it answers', async () => {
    const { stop } = await listen();
    const client = await findClient();
    await stop();
    await expect(client(listPartners())).rejects.toThrow(/stopped before the command had ended/);
  });

  it('find no service if none runs, or a killed one left its socket', async () => {
    expect(await findServiceClient(dataDirectory)).toBeNull();
    await writeFile(join(dataDirectory, 'operator.sock'), '');
    expect(await findServiceClient(dataDirectory)).toBeNull();
    await listen();
    expect((await (await findClient())(listPartners())).status).toBe(200);
  });

  it('leave nothing in the directory after the service has stopped', async () => {
    const { stop } = await listen();
    await stop();
    expect(await readdir(dataDirectory)).toEqual([]);
  });

  it('use a socket that only its owner may open', async () => {
    await listen();
    const { mode } = await stat(join(dataDirectory, 'operator.sock'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('are refused if everybody may write to the directory', async () => {
    await chmod(dataDirectory, 0o777);
    await expect(listen()).rejects.toThrow(/chmod o-w/);
  });

  it('use a link if the path is too long for a socket', async () => {
    dataDirectory = join(dataDirectory, 'a'.repeat(100));
    await mkdir(dataDirectory, { mode: 0o700 });
    const { stop } = await listen();
    const path = join(dataDirectory, 'operator.sock');
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await (await findClient())(listPartners())).status).toBe(200);
    await stop();
    expect(await readdir(dataDirectory)).toEqual([]);
  });
});
