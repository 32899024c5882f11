import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { programs } from '@partner-rating/processes';
import type { Binaries } from '@partner-rating/service/src/testing/postgres-cluster.ts';
import { residentMegabytes } from '../servers/server-process.ts';

/** What a program cost. */
export interface Cost {
  seconds: number;
  /** Its resident memory at its peak. */
  megabytes: number;
}

const SAMPLE_MILLISECONDS = 50;

/** Runs the service's command, such as `operator ratings audit`, on a database. */
export async function runService(databaseUrl: string, words: readonly string[]): Promise<Cost> {
  return await run(process.execPath, [programs.service, ...words], {
    DATABASE_URL: databaseUrl,
    // The key of the measured service.
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  });
}

/** Runs a program of PostgreSQL, such as `pg_dump`. */
export async function runPostgres(
  { programs: folder, environment }: Binaries,
  name: string,
  words: readonly string[],
): Promise<Cost> {
  return await run(join(folder, name), words, environment);
}

/** @throws Error with the program's output, unless it succeeds. */
async function run(
  path: string,
  words: readonly string[],
  environment: Record<string, string>,
): Promise<Cost> {
  const start = performance.now();
  const child = spawn(path, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
  }
  let megabytes = 0;
  const sample = async () => {
    // A process that has just ended has no memory, or no longer exists.
    const peak = await residentMegabytes(child.pid, 'peak').catch(() => Number.NaN);
    if (!Number.isNaN(peak)) megabytes = peak;
  };
  const timer = setInterval(sample, SAMPLE_MILLISECONDS);
  const [code] = await once(child, 'close').finally(() => clearInterval(timer));
  if (code !== 0) throw new Error(`${path} ${words.join(' ')} ended with ${code}:\n${output}`);
  return { seconds: (performance.now() - start) / 1_000, megabytes };
}
