import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { Pool } from 'undici';
import type { BenchmarkContext, Figure } from '../benchmark.ts';
import { LiveTraffic, post } from './live-traffic.ts';
import { BEFOREHAND, batchOn, doubles } from './played-sport.ts';
import {
  describeMeasured,
  figuresOf,
  type LoadSizes,
  loadService,
  untilSettled,
} from './service-under-load.ts';

const LIVE = { matches: 10, lanes: 2 };

/** A result that was played before all others arrives: it reaches the whole sport, which goes on playing. */
export async function measureLate(
  context: BenchmarkContext,
  { matches, idleMilliseconds }: LoadSizes,
): Promise<Figure[]> {
  const { log } = context;
  const service = await loadService(context, matches);
  const { database, port, apiKey, players } = service;
  const traffic = new LiveTraffic({ port, apiKey, players, ...LIVE });
  const pool = new Pool(`http://127.0.0.1:${port}`);
  const late = batchOn(BEFOREHAND, doubles(seededRandom(0), players, 1));
  const idle = async () => await traffic.during(async () => await sleep(idleMilliseconds));
  await idle();

  const before = await idle();
  const start = performance.now();
  const working = await traffic.during(async () => {
    const body = JSON.stringify(late);
    await post(pool, { path: '/api/v1/partner/matches', apiKey, body });
    await untilSettled(database);
  });
  const seconds = (performance.now() - start) / 1_000;
  const after = await idle();
  await traffic.close();
  await pool.close();
  await service.stop();
  log(`idle: ${describeMeasured(before)}; afterwards ${describeMeasured(after)}`);
  log(`settling for ${seconds.toFixed(1)} s: ${describeMeasured(working)}`);
  return [
    ...figuresOf(`a settlement of ${matches} matches`, { idle: [before, after], working }),
    { name: 'settlement in the background: matches a second', value: matches / seconds },
  ];
}
