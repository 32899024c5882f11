import { Counter, Gauge } from 'prom-client';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Dispatcher } from './dispatch/dispatcher.ts';
import { measureQueue } from './dispatch/store/heads.ts';

/** Measures the attempts of this instance's dispatcher. */
export function measureDispatch(
  { registry }: Pick<Metrics, 'registry'>,
  { stats }: Pick<Dispatcher, 'stats'>,
): void {
  const attempts = new Counter({
    name: 'partner_rating_webhook_attempts_total',
    help: 'Webhook attempts that this instance has ended, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
    collect: () => {
      attempts.reset();
      for (const [outcome, count] of Object.entries(stats().attempts)) {
        attempts.inc({ outcome }, count);
      }
    },
  });
  const inFlight = new Gauge({
    name: 'partner_rating_webhook_attempts_in_flight',
    help: 'Webhook attempts of this instance under way.',
    registers: [registry],
    collect: () => {
      inFlight.set(stats().inFlight);
    },
  });
}

/** Measures the queue that all instances share. */
export function measureDeliveries(
  { registry, beforeReading }: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const registers = [registry];
  const pending = new Gauge({
    name: 'partner_rating_webhook_deliveries_pending',
    help: 'Webhook deliveries that wait, retries included.',
    registers,
  });
  const due = new Gauge({
    name: 'partner_rating_webhook_deliveries_due',
    help: 'Webhook deliveries whose next attempt is due or under way.',
    registers,
  });
  const oldestDue = new Gauge({
    name: 'partner_rating_webhook_oldest_due_seconds',
    help: 'How long the longest due webhook delivery has waited, in seconds.',
    registers,
  });
  beforeReading(async () => {
    const stats = await measureQueue(database, clock()).catch((error: unknown) => {
      // Without this, the figures of the last reading would hide the problem.
      for (const gauge of [pending, due, oldestDue]) gauge.remove();
      throw error;
    });
    pending.set(stats.pending);
    due.set(stats.due);
    oldestDue.set(stats.oldestDueSeconds);
  });
}
