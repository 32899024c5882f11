import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import { Pool } from 'undici';
import { percentile } from '../measure/statistics.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import type { League } from './league.ts';
import { chooseReads, type Read, type ReadRequest } from './reads.ts';
import type { Measured } from './table.ts';

/** A running service with its league. */
export interface Served {
  league: League;
  service: ServerProcess;
}

const ROUNDS = 40;
const WARM_UP_ROUNDS = 4;
const GROWTH = 1.3;

/**
 * Measures every read of every size, one request at a time. The sizes take part in rounds, so that noise of the machine affects
 * all equally. In the first rounds, which do not count, code is compiled and caches fill. Returns figures by size.
 */
export async function measureReads(
  sizes: readonly Served[],
  { requests, log }: { requests: number; log: (line: string) => void },
): Promise<Measured[][]> {
  const readers = await Promise.all(sizes.map(openReader));
  const figures: Measured[][] = sizes.map(() => []);
  for (const [index, { name }] of (readers[0]?.reads ?? []).entries()) {
    const latencies: number[][] = sizes.map(() => []);
    const count = Math.ceil(requests / ROUNDS);
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      for (const [size, reader] of readers.entries()) {
        const times = await sendSome(reader, reader.reads[index], { first: round * count, count });
        if (round >= WARM_UP_ROUNDS) latencies[size]?.push(...times);
      }
    }
    for (const [size, all] of latencies.entries()) figures[size]?.push(...figuresOf(name, all));
    log(
      `${name}: ${latencies.map((all) => `p99 ${percentile(all, 0.99).toFixed(1)} ms`).join(', ')}`,
    );
  }
  await Promise.all(readers.map(({ pool }) => pool.close()));
  return figures;
}

interface Reader {
  pool: Pool;
  reads: readonly Read[];
}

async function openReader({ league, service }: Served): Promise<Reader> {
  const { database, close } = openPostgres(league.databaseUrl);
  const reads = await chooseReads(database, league);
  await close();
  return { pool: new Pool(`http://127.0.0.1:${service.port}`, { connections: 1 }), reads };
}

async function sendSome(
  { pool }: Reader,
  read: Read | undefined,
  { first, count }: { first: number; count: number },
): Promise<number[]> {
  const latencies: number[] = [];
  for (let index = first; index < first + count; index += 1) {
    const request = read?.requests[index % read.requests.length];
    if (request === undefined) throw new Error(`There are no requests of ${read?.name}.`);
    const start = performance.now();
    await send(pool, request);
    latencies.push(performance.now() - start);
  }
  return latencies;
}

async function send(pool: Pool, { path, headers, body }: ReadRequest): Promise<void> {
  const sent =
    body === undefined
      ? { method: 'GET' as const }
      : { method: 'POST' as const, body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await pool.request({ path, headers: { ...headers, ...type }, ...sent });
  const text = await answer.body.text();
  if (answer.statusCode !== 200)
    throw new Error(`${path} was answered ${answer.statusCode} ${text}`);
}

function figuresOf(name: string, latencies: readonly number[]): Measured[] {
  return [
    { name: `${name}, p50`, unit: 'ms', value: percentile(latencies, 0.5) },
    {
      ...{ name: `${name}, p99`, unit: 'ms', value: percentile(latencies, 0.99) },
      promise: { growthAtMost: GROWTH },
    },
  ];
}
