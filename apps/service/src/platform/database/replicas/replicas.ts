import { Kysely, PostgresDialect } from 'kysely';
import type { Logger } from 'pino';
import { createPeriodicTask, type PeriodicTask } from '../../concurrency/periodic-task.ts';
import type { GuardedPool } from '../pool.ts';
import { runPreparedBy, runReadsAgainOn } from '../prepared-statement.ts';
import type { Database, Schema } from '../schema.ts';
import { createReadPosition, readPrimaryState } from './primary.ts';
import { type ReadCounts, ReadPool } from './read-pool.ts';
import { Replica, type ReplicaOptions, type ReplicaStatus } from './replica.ts';

/** The streaming replicas that serve reads. */
export interface Replicas {
  /** For statements that only read. They return what the primary would return. */
  database: Database;
  statuses: () => ReplicaStatus[];
  counts: () => Readonly<ReadCounts>;
  /** Asks once which replicas may get reads. */
  check: () => Promise<void>;
  /** Asks again and again. Until it starts, the primary serves all reads. */
  watch: PeriodicTask;
  close: () => Promise<void>;
}

export interface ReplicaSettings extends Omit<ReplicaOptions, 'log'> {
  /** The address of each replica. */
  urls: readonly string[];
  preparedStatements: boolean;
}

/** The time between the checks of the replicas. A replica that fails a read gets no further ones before the next check. */
const CHECK_MILLISECONDS = 500;

/** Opens the replicas of a primary. Connects only when it is asked to. */
export function openReplicas(
  primary: { database: Database; pool: GuardedPool },
  { urls, preparedStatements, ...options }: ReplicaSettings,
  log?: Logger,
): Replicas {
  const replicas = urls.map((url) => new Replica(url, { ...options, log }));
  const pool = new ReadPool(primary.pool, replicas, createReadPosition(primary.database));
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  if (preparedStatements) runPreparedBy(database, (statement) => pool.query(statement));
  runReadsAgainOn(database, primary.database);

  async function check(): Promise<void> {
    try {
      const state = await readPrimaryState(primary.database, log);
      await Promise.all(replicas.map((replica) => replica.check(state)));
    } catch (error) {
      // After a failover, the replicas may follow another server.
      for (const replica of replicas) replica.leave('the primary does not answer', error);
    }
  }

  return {
    database,
    statuses: () => replicas.map((replica) => replica.status()),
    counts: () => pool.counts,
    check,
    watch: createPeriodicTask(check, {
      firstPauseMilliseconds: 0,
      pauseMilliseconds: CHECK_MILLISECONDS,
    }),
    // Kysely ends a pool only if it was used.
    close: () => pool.end(),
  };
}
