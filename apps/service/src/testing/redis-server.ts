import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@partner-rating/processes';
import { providedProgram } from '@partner-rating/provision';

export interface RedisServer {
  url: string;
  port: number;
  /** Freezes it: connections stay open, and nothing answers. */
  freeze: () => void;
  thaw: () => void;
  stop: () => Promise<void>;
}

/** Starts a real Redis of its own on a port of loopback, which keeps nothing on disk. */
export async function startRedisServer(
  options: { port?: number; password?: string } = {},
): Promise<RedisServer> {
  const { path, environment } = await providedProgram('redis');
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-redis-data-'));
  const port = options.port ?? (await freePort('127.0.0.1'));
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: directory,
    save: '',
    appendonly: 'no',
    ...(options.password !== undefined && { requirepass: options.password }),
  };
  const server = spawn(
    path,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  await waitUntilListening(port, server);
  const credentials =
    options.password === undefined ? '' : `:${encodeURIComponent(options.password)}@`;
  return {
    url: `redis://${credentials}127.0.0.1:${port}`,
    port,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit');
        server.kill('SIGKILL');
        await ended;
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function waitUntilListening(port: number, server: ChildProcess): Promise<void> {
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
  }
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Redis did not start:\n${output}`);
    const socket = connect(port, '127.0.0.1');
    const listens = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (listens) return;
    await sleep(20);
  }
}
