import { Counter, Gauge } from 'prom-client';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { SettlementTask } from './settlement-task.ts';
import { countDue } from './store/due-positions.ts';

/** Measures what is due in all instances, and what this one has settled. */
export function measureSettlement(
  { registry, beforeReading }: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { settled }: Pick<SettlementTask, 'settled'>,
): void {
  const registers = [registry];
  const due = new Gauge({
    name: 'partner_rating_settlement_due',
    help: 'Late results and corrections that wait to be settled.',
    registers,
  });
  const oldestDue = new Gauge({
    name: 'partner_rating_settlement_oldest_due_seconds',
    help: 'How long the oldest of them has waited, in seconds.',
    registers,
  });
  const matches = new Counter({
    name: 'partner_rating_settlement_matches_total',
    help: 'Matches this instance has gone through to settle what was due.',
    registers,
    collect: () => {
      matches.reset();
      matches.inc(settled());
    },
  });
  beforeReading(async () => {
    const { positions, oldest } = await countDue(database).catch((error: unknown) => {
      // The stats of the last reading would say that all is well.
      for (const gauge of [due, oldestDue]) gauge.remove();
      throw error;
    });
    due.set(positions);
    oldestDue.set(oldest === null ? 0 : (clock().getTime() - oldest.getTime()) / 1_000);
  });
}
