import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { cacheResult } from '../../concurrency/slots.ts';
import { GuardedPool } from '../pool.ts';
import type { LogPosition, PrimaryState } from './primary.ts';

export interface ReplicaOptions {
  /** How long a replica may lag before it gets no reads. */
  maxLagMilliseconds: number;
  /** The maximum number of connections that read from a replica. */
  connections: number;
  log?: Pick<Logger, 'info' | 'warn'> | undefined;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

export interface ReplicaStatus {
  /** Host and port. */
  name: string;
  isUsable: boolean;
  /** How long the replica has not replayed a position of the primary. 0 if it has replayed all that were asked for. */
  lagSeconds: number;
}

// How long a replica may be silent while a statement waits. The statement then runs on the primary.
const TIMEOUT_MILLISECONDS = 500;

// How long a replica may be silent on a slow machine, where others get more time. The primary can answer in its place.
const SLOW_TIMEOUT_MILLISECONDS = 1_000;

const POLL_MILLISECONDS = 2;

interface Replayed {
  isStandby: boolean;
  bytes: number;
  /** Null in a database that has the row from a dump or a template. */
  incarnation: string | null;
}

// A copy of the database has the row too, in another cluster or in another database of this one. So its incarnation counts
// only in the cluster, the database, and the table that wrote it.
const selectReplayed = `select pg_is_in_recovery() as "isStandby",
    coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint as bytes,
    (
      select to_jsonb(noted)::text from pg_control_system() as cluster, pg_database as here
      where here.datname = current_database()
        and noted.system_identifier = cluster.system_identifier::text
        and noted.database_oid = here.oid::bigint
        and noted.table_oid = 'database_incarnation'::regclass::oid::bigint
    ) as incarnation
  from database_incarnation as noted`;

/** A streaming replica, and what it is known to have replayed. */
export class Replica {
  readonly name: string;
  readonly #options: ReplicaOptions;
  readonly #now: () => number;
  readonly #reads: GuardedPool;
  // A connection of its own, because those for reads may all be in use.
  readonly #questions: GuardedPool;
  // Null while the replica gets no reads.
  #timeline: string | null = null;
  #problem: string | null = 'it has not been asked yet';
  #replayedBytes = 0;
  #connectionsOpened = 0;
  #missing: { bytes: number; since: number } | null = null;
  readonly #ask = cacheResult(0, () => this.#askNow());

  constructor(url: string, options: ReplicaOptions) {
    this.name = new URL(url).host;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    const timeouts = {
      timeoutMilliseconds: TIMEOUT_MILLISECONDS,
      slowTimeoutMilliseconds: SLOW_TIMEOUT_MILLISECONDS,
    };
    const { connections } = options;
    // A replica that crashed forgets what it had replayed, and its old connections are gone.
    const onConnect = () => {
      this.#connectionsOpened += 1;
      this.#replayedBytes = 0;
    };
    this.#reads = new GuardedPool(url, { ...timeouts, connections, onConnect });
    this.#questions = new GuardedPool(url, { ...timeouts, connections: 1 });
  }

  get isUsable(): boolean {
    return this.#timeline !== null;
  }

  status(): ReplicaStatus {
    const { name, isUsable } = this;
    return { name, isUsable, lagSeconds: this.#lagMilliseconds() / 1_000 };
  }

  hasReplayed({ timeline, bytes }: LogPosition): boolean {
    return this.#timeline === timeline && this.#replayedBytes >= bytes;
  }

  /**
   * Returns a connection that sees everything before a position of the primary. Waits until the replica has replayed it.
   * Returns null if the replica does not answer, or lags for too long.
   */
  async connect(position: LogPosition): Promise<pg.PoolClient | null> {
    if (this.#timeline !== position.timeline) return null;
    let client: pg.PoolClient | null = null;
    try {
      client = await this.#reads.connect();
      if (await this.#waitFor(position.bytes)) return client;
      this.leave(LAGS);
    } catch (error) {
      this.leave(SILENT, error);
    }
    client?.release();
    return null;
  }

  /** Gives the replica no reads until it was found to be usable again. */
  leave(problem: string, err?: unknown): void {
    this.#timeline = null;
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#options.log?.warn(
      { replica: this.name, err },
      `A replica gets no reads, because ${problem}.`,
    );
  }

  /** Asks whether the replica may get reads. */
  async check(primary: PrimaryState): Promise<void> {
    try {
      const problem = await this.#findProblem(primary);
      if (problem === null) this.#use(primary.timeline);
      else this.leave(problem);
    } catch (error) {
      this.leave(SILENT, error);
    }
  }

  async end(): Promise<void> {
    await Promise.all([this.#reads.end(), this.#questions.end()]);
  }

  #use(timeline: string): void {
    this.#timeline = timeline;
    if (this.#problem === null) return;
    this.#problem = null;
    this.#options.log?.info({ replica: this.name }, 'A replica gets reads.');
  }

  async #findProblem(primary: PrimaryState): Promise<string | null> {
    if (!(await this.#ask()).isStandby) return 'it is not a standby';
    if (!(await this.#waitFor(primary.bytes))) return LAGS;
    const { incarnation } = await this.#ask();
    return incarnation === primary.incarnation ? null : 'it does not follow the primary';
  }

  /** Returns false if the replica lags for too long. */
  async #waitFor(bytes: number): Promise<boolean> {
    while (this.#replayedBytes < bytes) {
      this.#missing ??= { bytes, since: this.#now() };
      await this.#ask();
      if (this.#replayedBytes >= bytes) break;
      if (this.#lagMilliseconds() > this.#options.maxLagMilliseconds) return false;
      await sleep(POLL_MILLISECONDS);
    }
    return true;
  }

  #lagMilliseconds(): number {
    return this.#missing === null ? 0 : this.#now() - this.#missing.since;
  }

  async #askNow(): Promise<Replayed> {
    const connectionsBefore = this.#connectionsOpened;
    // The circuit breaker waits for a slow statement of a server that answers its probe. This statement is never slow.
    const { rows } = await Promise.race([
      this.#questions.query({ text: selectReplayed }),
      sleep(SLOW_TIMEOUT_MILLISECONDS, undefined, { ref: false }).then(() => {
        throw new Error(`The replica was silent for ${SLOW_TIMEOUT_MILLISECONDS} ms.`);
      }),
    ]);
    const [replayed] = rows as Replayed[];
    if (replayed === undefined) throw new Error('The replica has no database of the service.');
    // A connection that was opened since may lead to a replica that crashed after the answer.
    if (connectionsBefore === this.#connectionsOpened) this.#replayedBytes = replayed.bytes;
    if (this.#missing !== null && replayed.bytes >= this.#missing.bytes) this.#missing = null;
    return replayed;
  }
}

const LAGS = 'it lags by more than READ_MAX_LAG';

export const SILENT = 'it does not answer';
