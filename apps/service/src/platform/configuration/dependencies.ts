import type { Replicas } from '../database/replicas/replicas.ts';
import type { Database } from '../database/schema.ts';
import type { ServiceCounts } from '../metrics/metrics.ts';
import type { Configuration } from './configuration.ts';

/** What every handler may use. The clock is injected, so that tests control the time. */
export interface Dependencies {
  database: Database;
  /** The replicas that serve reads. Absent if there are none. */
  replicas?: Pick<Replicas, 'database' | 'statuses'> | undefined;
  clock: () => Date;
  configuration: Configuration;
  /** Scheme, host and port under which partners and players reach the service. */
  publicUrl: string;
  /** The counts for the metrics. Absent if nobody reads them. */
  serviceCounts?: ServiceCounts;
}

/**
 * Returns the dependencies of work that only reads, and shows what it read: its statements run on replicas, if there are
 * any. What decides access or a write is read from the primary.
 */
export function readingFromReplicas<Some extends Pick<Dependencies, 'database' | 'replicas'>>(
  dependencies: Some,
): Some {
  const { replicas } = dependencies;
  return replicas === undefined ? dependencies : { ...dependencies, database: replicas.database };
}

/** The base address of the API, which is also the issuer of the authorization server. */
export function baseAddress({ publicUrl }: Pick<Dependencies, 'publicUrl'>): string {
  return `${publicUrl}${BASE_PATH}`;
}

export const BASE_PATH = '/api/v1';
