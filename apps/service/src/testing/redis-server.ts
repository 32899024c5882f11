import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@partner-rating/processes';
import { providedProgram } from '@partner-rating/provision';
import { endServer, isListening, untilAnswering } from './server-process.ts';

export interface RedisServer {
  url: string;
  port: number;
  /** Freezes it: connections stay open, and nothing answers. */
  freeze: () => void;
  thaw: () => void;
  stop: () => Promise<void>;
}

/** Starts a real Redis on a port of loopback, without files. */
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
  await untilAnswering('Redis', server, () => isListening(port));
  const credentials =
    options.password === undefined ? '' : `:${encodeURIComponent(options.password)}@`;
  return {
    url: `redis://${credentials}127.0.0.1:${port}`,
    port,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    stop: async () => {
      await endServer(server, 'SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
