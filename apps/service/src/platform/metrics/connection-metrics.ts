import { Gauge } from 'prom-client';
import type { ConnectionStats } from '../database/connect.ts';
import type { Metrics } from './metrics.ts';

/** Measures the connections of this instance to PostgreSQL. */
export function measureConnections(
  { registry }: Pick<Metrics, 'registry'>,
  stats: () => ConnectionStats,
): void {
  const gauges = {
    inUse: 'Connections to PostgreSQL that this instance has in use.',
    idle: 'Connections to PostgreSQL that this instance keeps open and has not in use.',
    waiting: 'Statements and transactions of this instance that wait for a connection.',
    max: 'How many connections to PostgreSQL this instance opens at most.',
  } satisfies Record<keyof ConnectionStats, string>;
  for (const [key, help] of Object.entries(gauges)) {
    const gauge = new Gauge({
      name: `partner_rating_database_connections_${key === 'inUse' ? 'in_use' : key}`,
      help,
      registers: [registry],
      collect: () => {
        gauge.set(stats()[key as keyof ConnectionStats]);
      },
    });
  }
}
