import { collectDefaultMetrics, Registry } from 'prom-client';
import { type FailureLog, logFailure } from '../database/log-failure.ts';

/** What one instance of the service is watched by. */
export interface Metrics {
  /** Its own, never the library's global one: two instances in a process would share that. */
  registry: Registry;
  /** Has this done before each reading, for what must be asked for. It takes away what it cannot get. */
  beforeReading: (refresh: () => Promise<void>) => void;
  /** All of it, in the text format of Prometheus. */
  read: () => Promise<string>;
}

/**
 * Begins with what every process is watched by. What cannot be refreshed is logged and left out, so
 * that the rest is seen in just those moments when something is wrong.
 */
export function createMetrics(log: FailureLog): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const refreshes: (() => Promise<void>)[] = [];

  async function refreshOrLog(refresh: () => Promise<void>): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      logFailure(log, { err: error }, 'Some metrics could not be collected.');
    }
  }

  return {
    registry,
    beforeReading: (refresh) => {
      refreshes.push(refresh);
    },
    read: async () => {
      await Promise.all(refreshes.map(refreshOrLog));
      return await registry.metrics();
    },
  };
}
