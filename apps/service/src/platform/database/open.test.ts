import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './open.ts';
import type { Database } from './schema.ts';

/** How often each table that holds anything was analyzed by a statement. */
async function countAnalyses(database: Database): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select analyze_count as count from pg_stat_user_tables where pg_relation_size(relid) > 0
  `.execute(database);
  return rows.map(({ count }) => count);
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-open-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

it('maintains the embedded database from the start', async () => {
  const dataDirectory = await temporaryDirectory();
  const { database, close } = await openDatabase({ databaseUrl: null, dataDirectory });
  const isAnalyzed = async () => (await countAnalyses(database)).every((count) => count === 1);
  while (!(await isAnalyzed())) await sleep(10);
  await close();
});

it('leaves PostgreSQL to its autovacuum', async () => {
  const { url, close: drop } = await openTestDatabase('postgres');
  onTestFinished(drop);
  const dataDirectory = await temporaryDirectory();
  const { database, close } = await openDatabase({ databaseUrl: url, dataDirectory });
  onTestFinished(close);
  // As long as the embedded database takes to be maintained.
  await sql`select pg_sleep(0.5)`.execute(database);
  expect(new Set(await countAnalyses(database))).toEqual(new Set([0]));
});
