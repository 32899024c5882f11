import { buildApp } from '../../app.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Database } from '../../platform/database/schema.ts';
import { submittedAt } from './club.ts';

export interface ListeningApp {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  close: () => Promise<void>;
}

/**
 * Serves the API over the database, without limits and background work, and
 * checks its responses against the contract.
 */
export async function listenOver(
  database: Database,
  environment: Record<string, string> = {},
): Promise<ListeningApp> {
  const defaults = { VALIDATE_RESPONSES: 'true', RATE_LIMIT: '0', INGEST_RATE_LIMIT: '0' };
  const app = await buildApp({
    database,
    clock: () => submittedAt,
    configuration: readConfiguration({ ...defaults, ...environment }),
    publicUrl: 'http://localhost:3001',
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { baseUrl: `${address}/api/v1`, close: async () => await app.close() };
}
