import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { Pool } from 'undici';
import type { BenchmarkContext, Figure } from '../benchmark.ts';
import { percentile } from '../measure/statistics.ts';
import { LiveTraffic, post } from './live-traffic.ts';
import {
  describeMeasured,
  type LoadSizes,
  loadService,
  untilSettled,
} from './service-under-load.ts';

const LIVE = { matches: 1, lanes: 1 };

interface StormSizes extends LoadSizes {
  voids: number;
}

/** A partner voids the oldest matches of a sport at once, while another one has its matches rated one by one. */
export async function measureVoidStorm(
  context: BenchmarkContext,
  { matches, voids, idleMilliseconds }: StormSizes,
): Promise<Figure[]> {
  const { log } = context;
  const service = await loadService(context, matches);
  const { database, port, apiKey, otherApiKey, players } = service;
  const traffic = new LiveTraffic({ port, apiKey: otherApiKey, players, ...LIVE });
  const pool = new Pool(`http://127.0.0.1:${port}`);
  const oldest = await findOldest(database, voids);
  const idle = async () => await traffic.during(async () => await sleep(idleMilliseconds));
  await idle();

  const before = await idle();
  const start = performance.now();
  const working = await traffic.during(async () => {
    const body = JSON.stringify({ reason: 'Entered twice' });
    const send = async (id: string) =>
      await post(pool, { path: `/api/v1/partner/matches/${id}/void`, apiKey, body });
    await Promise.all(oldest.map(send));
    await untilSettled(database);
  });
  const seconds = (performance.now() - start) / 1_000;
  const after = await idle();
  await traffic.close();
  await pool.close();
  await service.stop();
  log(`idle: ${describeMeasured(before)}; afterwards ${describeMeasured(after)}`);
  log(`${voids} voids, settled in ${seconds.toFixed(1)} s: ${describeMeasured(working)}`);
  const p99 = percentile([...before.waits, ...after.waits], 0.99);
  return [
    {
      name: `${voids} voids in a sport of ${matches} matches: p99 of others / idle`,
      value: percentile(working.waits, 0.99) / p99,
      goal: { atMost: 2 },
    },
  ];
}

async function findOldest(database: Database, count: number): Promise<string[]> {
  const rows = await database
    .selectFrom('match')
    .select('id')
    .orderBy('match_date')
    .orderBy('arrival')
    .limit(count)
    .execute();
  return rows.map(({ id }) => id);
}
