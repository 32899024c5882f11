import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../metrics/metrics.ts';
import type { SharedCounters } from './redis-counters.ts';

/** Measures whether the server of REDIS_URL counts. */
export function measureCounters(
  { registry }: Pick<Metrics, 'registry'>,
  { health }: Pick<SharedCounters, 'health'>,
): void {
  const registers = [registry];
  const up = new Gauge({
    name: 'partner_rating_redis_up',
    help: 'Whether the server of REDIS_URL counts for this instance: 1, or 0 while it counts by itself.',
    registers,
    collect: () => {
      up.set(health().isShared ? 1 : 0);
    },
  });
  const failures = new Counter({
    name: 'partner_rating_redis_failures_total',
    help: 'What this instance counted by itself since the server of REDIS_URL did not.',
    registers,
    collect: () => {
      failures.reset();
      failures.inc(health().failures);
    },
  });
}
