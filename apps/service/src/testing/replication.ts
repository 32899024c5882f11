// Starts a primary with streaming replicas for a suite.

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { openPostgres } from '../platform/database/connect.ts';
import type { Database } from '../platform/database/schema.ts';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';

export interface Replication {
  primary: PostgresCluster;
  standbys: PostgresCluster[];
  /** The address, on the primary, of the database of the current test. */
  databaseUrl: string;
}

/** Starts a primary with streaming replicas once for a suite. Each test has a database of its own. */
export function useReplication({ standbys: count }: { standbys: number }): () => Replication {
  let replication: Replication | undefined;
  let databases = 0;
  const running = () => {
    if (replication === undefined) throw new Error('The servers only run while tests run.');
    return replication;
  };
  beforeAll(async () => {
    const primary = await startPrimary();
    replication = { primary, standbys: [], databaseUrl: '' };
    while (replication.standbys.length < count)
      replication.standbys.push(await primary.openStandby({ isSynchronous: false }));
  });
  afterAll(async () => {
    const { primary, standbys } = running();
    await Promise.all([primary, ...standbys].map((cluster) => cluster.stop()));
  });
  beforeEach(async () => {
    databases += 1;
    const { primary } = running();
    running().databaseUrl = await createDatabase(primary, `replicated_${databases}`);
  });
  return running;
}

/** Starts a server whose standbys reconnect quickly, and begin again at their last checkpoint after a crash. */
export async function startPrimary(): Promise<PostgresCluster> {
  const settings = {
    synchronous_commit: 'on',
    wal_retrieve_retry_interval: '100ms',
    // The background writer moves the position at which a standby may answer again.
    bgwriter_lru_maxpages: '0',
  };
  return await startPostgresCluster({ version: 'oldest', settings, inMemory: true });
}

/** Creates an empty database. Returns its address. */
export async function createDatabase(cluster: PostgresCluster, name: string): Promise<string> {
  await onServer(cluster, async (database) => {
    await sql`create database ${sql.ref(name)}`.execute(database);
  });
  return databaseOn(cluster, name);
}

/** Returns the address of a database on a server. */
export function databaseOn({ url }: PostgresCluster, name: string): string {
  return url.replace(/postgres$/, name);
}

/** Connects to a server for some work. */
export async function onServer<Result>(
  { url }: PostgresCluster,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database, close } = openPostgres(url);
  try {
    return await work(database);
  } finally {
    await close();
  }
}

/** Pauses what a standby replays. Returns the function that resumes it, which also runs after the test. */
export async function pauseReplay(standby: PostgresCluster): Promise<() => Promise<void>> {
  const resume = () =>
    onServer(standby, async (database) => {
      await sql`select pg_wal_replay_resume()`.execute(database);
    });
  onTestFinished(resume);
  await onServer(standby, async (database) => {
    await sql`select pg_wal_replay_pause()`.execute(database);
    const state = async () => {
      const { rows } = await sql<{
        state: string;
      }>`select pg_get_wal_replay_pause_state() as state`.execute(database);
      return rows[0]?.state;
    };
    await expect.poll(state).toBe('paused');
  });
  return resume;
}

/** Waits until a standby has replayed everything that was committed on its primary before. */
export async function untilReplayed(
  primary: PostgresCluster,
  standby: PostgresCluster,
): Promise<void> {
  const written = await onServer(primary, async (database) => {
    const { rows } = await sql<{
      lsn: string;
    }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(database);
    return rows[0]?.lsn;
  });
  await onServer(standby, async (database) => {
    const isReplayed = async () => {
      const { rows } = await sql<{ isReplayed: boolean }>`
        select pg_last_wal_replay_lsn() >= ${written}::pg_lsn as "isReplayed"
      `.execute(database);
      return rows[0]?.isReplayed;
    };
    await expect.poll(isReplayed).toBe(true);
  });
}
