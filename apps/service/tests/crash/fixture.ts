import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../src/platform/database/migrate.ts';
import type { Database } from '../../src/platform/database/schema.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';

/** The database of a killed service, and how to read it while the service is down. */
export interface CrashFixture {
  environment: Record<string, string> & { DATA_DIR: string };
  open: () => Promise<{ database: Database; close: () => Promise<void> }>;
}

export async function postgresFixture(): Promise<CrashFixture> {
  const { database, url, close } = await openTestDatabase('postgres');
  onTestFinished(close);
  return {
    environment: { DATABASE_URL: url ?? '', DATA_DIR: await temporaryDirectory() },
    open: async () => ({ database, close: async () => {} }),
  };
}

export async function embeddedFixture(): Promise<CrashFixture> {
  const dataDirectory = await temporaryDirectory();
  return {
    environment: { DATA_DIR: dataDirectory },
    open: async () => await openDatabase({ databaseUrl: null, dataDirectory }),
  };
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-crash-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
