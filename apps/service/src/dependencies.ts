import type { Configuration } from './configuration.ts';
import type { Database } from './database/schema.ts';

/** What every handler may use. Time is injected, so that tests decide what time it is. */
export interface Dependencies {
  database: Database;
  clock: () => Date;
  configuration: Configuration;
}
