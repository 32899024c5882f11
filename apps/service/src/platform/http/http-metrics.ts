import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Metrics } from '../metrics/metrics.ts';
import type { SharedCounters } from './redis-counters.ts';

// From a look-up by key to a batch of a thousand matches.
const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Measures requests. Returns the function to call after each response. The label is never the path, because callers
 * could invent any number of paths.
 */
export function measureRequests({
  registry,
}: Pick<Metrics, 'registry'>): (request: FastifyRequest, reply: FastifyReply) => void {
  const duration = new Histogram({
    name: 'partner_rating_http_request_duration_seconds',
    help: 'How long requests took, by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return (request, reply) => {
    const operation = request.operation?.id ?? 'none';
    duration.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1_000);
  };
}

/** Measures whether the server of REDIS_URL counts. */
export function measureCounters(
  { registry }: Pick<Metrics, 'registry'>,
  counters: Pick<SharedCounters, 'health'>,
): void {
  const registers = [registry];
  const up = new Gauge({
    name: 'partner_rating_redis_up',
    help: 'Whether the server of REDIS_URL counts for this instance: 1, or 0 while the instance counts alone.',
    registers,
    collect: () => {
      up.set(counters.health().isShared ? 1 : 0);
    },
  });
  const failures = new Counter({
    name: 'partner_rating_redis_failures_total',
    help: 'Requests that this instance counted alone because the server of REDIS_URL did not.',
    registers,
    collect: () => {
      failures.reset();
      failures.inc(counters.health().failures);
    },
  });
}
