import type { Database } from '../database/schema.ts';
import type { ServiceCounts } from '../metrics/metrics.ts';
import type { Configuration } from './configuration.ts';

/** What every handler may use. The clock is injected, so that tests control the time. */
export interface Dependencies {
  database: Database;
  clock: () => Date;
  configuration: Configuration;
  /** Scheme, host and port under which partners and players reach the service. */
  publicUrl: string;
  /** The counts for the metrics. Absent if nobody reads them. */
  serviceCounts?: ServiceCounts;
}

/** The base address of the API, which is also the issuer of the authorization server. */
export function baseAddress({ publicUrl }: Pick<Dependencies, 'publicUrl'>): string {
  return `${publicUrl}${BASE_PATH}`;
}

export const BASE_PATH = '/api/v1';
