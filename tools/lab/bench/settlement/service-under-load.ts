import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import { migrateToLatest } from '@partner-rating/service/src/platform/database/migrate.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { isDue } from '@partner-rating/service/src/ratings/settlement/store/due-positions.ts';
import { Pool } from 'undici';
import type { BenchmarkContext, Figure } from '../benchmark.ts';
import { percentile } from '../measure/statistics.ts';
import { startServer } from '../servers/server-process.ts';
import { LiveTraffic, type LiveTrafficOptions, type Measured, post } from './live-traffic.ts';
import { type PlayedSport, playSport } from './played-sport.ts';

export interface LoadSizes {
  /** The number of matches of the sport. */
  matches: number;
  /** How long batches are sent before the work and after it. */
  idleMilliseconds: number;
}

/** The whole service with a sport that has been played. */
export interface LoadedService extends PlayedSport {
  database: Database;
  port: number;
  /** Sends a partner's request; rejects unless it succeeds. */
  post: (path: string, apiKey: string, body: object) => Promise<void>;
  stop: () => Promise<void>;
}

const POLL_MILLISECONDS = 50;

export async function loadService(
  { createDatabase, log }: BenchmarkContext,
  matches: number,
): Promise<LoadedService> {
  const databaseUrl = await createDatabase();
  const { database, close } = openPostgres(databaseUrl);
  await migrateToLatest(database);
  const sport = await playSport(databaseUrl, { matches, log });
  const environment = { DATABASE_URL: databaseUrl, INGEST_RATE_LIMIT: '0' };
  const { port, stop } = await startServer('service', environment);
  const pool = new Pool(`http://127.0.0.1:${port}`);
  return {
    ...sport,
    database,
    port,
    post: async (path, apiKey, body) => await post(pool, { path, apiKey, body }),
    stop: async () => {
      await pool.close();
      await stop();
      await close();
    },
  };
}

/** Waits until all ratings that are due now (out of date) have been computed again. */
export async function untilSettled(database: Database): Promise<void> {
  const due = await database.selectFrom('settlement_due').select('due_order').execute();
  const orders = due.map((row) => row.due_order);
  while (await isDue(database, orders)) await sleep(POLL_MILLISECONDS);
}

/** The times of batches during some work, and before and after it. */
interface Compared {
  idle: readonly Measured[];
  working: Measured;
  /** How long the work took. */
  seconds: number;
}

/** Sends batches during some work, and before and after it. */
export async function measureBeside(
  { log }: BenchmarkContext,
  { idleMilliseconds, ...live }: LiveTrafficOptions & Pick<LoadSizes, 'idleMilliseconds'>,
  work: () => Promise<void>,
): Promise<Compared> {
  const traffic = new LiveTraffic(live);
  const idle = async () => await traffic.during(async () => await sleep(idleMilliseconds));
  await idle();
  const before = await idle();
  const start = performance.now();
  const working = await traffic.during(work);
  const seconds = (performance.now() - start) / 1_000;
  const after = await idle();
  await traffic.close();
  log(`idle: ${describeMeasured(before)}; afterwards ${describeMeasured(after)}`);
  log(`working for ${seconds.toFixed(1)} s: ${describeMeasured(working)}`);
  return { idle: [before, after], working, seconds };
}

function describeMeasured({ waits, batchesASecond }: Measured): string {
  const shown = [0.5, 0.99, 1].map((share) => percentile(waits, share).toFixed(0));
  const [p50, p99, longest] = shown;
  const rate = batchesASecond.toFixed(1);
  return `${waits.length} batches, ${rate} a second, p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms`;
}

/** Returns the longest wait, and the throughput compared with idle times. */
export function figuresOf(name: string, { idle, working }: Compared): Figure[] {
  const idleRate = idle.reduce((sum, { batchesASecond }) => sum + batchesASecond, 0) / idle.length;
  return [
    {
      name: `${name}: longest wait of a batch in seconds`,
      value: percentile(working.waits, 1) / 1_000,
      goal: { atMost: 1 },
    },
    {
      name: `${name}: batches a second / idle`,
      value: working.batchesASecond / idleRate,
      goal: { atLeast: 0.5 },
    },
  ];
}
