import { Counter } from 'prom-client';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Retention } from './retention.ts';

/** Measures what this instance has deleted. */
export function measureRetention(
  { registry }: Pick<Metrics, 'registry'>,
  { deleted }: Pick<Retention, 'deleted'>,
): void {
  const rows = new Counter({
    name: 'partner_rating_retention_deleted_total',
    help: 'Rows this instance has deleted since they are kept no longer, by table.',
    labelNames: ['table'],
    registers: [registry],
    collect: () => {
      rows.reset();
      for (const [table, count] of deleted()) rows.inc({ table }, count);
    },
  });
}
