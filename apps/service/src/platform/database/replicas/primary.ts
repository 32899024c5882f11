import type { Logger } from 'pino';
import { createSerialBatchLoader } from '../../concurrency/batch-loader.ts';
import { noteIncarnation, TIMELINE } from '../incarnation.ts';
import { prepareStatement } from '../prepared-statement.ts';
import type { Database } from '../schema.ts';

/** A position in the write-ahead log of a primary. */
export interface LogPosition {
  /** A promotion begins a new timeline. Positions of different timelines cannot be compared. */
  timeline: string;
  /** The number of bytes of the log before this position. */
  bytes: number;
}

// PostgreSQL writes a commit to the log before other transactions see it, unless synchronous_commit is off.
const selectPosition = prepareStatement<LogPosition>(
  'log_position',
  `select ${TIMELINE} as timeline,
    pg_wal_lsn_diff(
      case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn()
      end,
      '0/0'
    )::bigint as bytes`,
);

/**
 * Creates the function that asks the primary for its position in the log. Everything that was committed before the call is
 * before this position. Concurrent calls share a statement that begins after them.
 */
export function createReadPosition(primary: Database): () => Promise<LogPosition> {
  const load = createSerialBatchLoader(async (calls: readonly 'call'[]) => {
    const position = await readPosition(primary);
    return calls.map(() => position);
  });
  return () => load('call');
}

async function readPosition(primary: Database): Promise<LogPosition> {
  const [position] = await selectPosition.run(primary, []);
  if (position === undefined) throw new Error('A select without a table returns one row.');
  return position;
}

/** What a replica must have replayed to be one of this primary. */
export interface PrimaryState extends LogPosition {
  /** A row that only this primary and its replicas have. A promotion changes it. */
  incarnation: string;
}

/** Reads the state of the primary. After a promotion, notes the new timeline first. */
export async function readPrimaryState(
  primary: Database,
  log?: Pick<Logger, 'warn'>,
): Promise<PrimaryState> {
  const { timeline } = await readPosition(primary);
  let row = await readIncarnation(primary);
  if (row?.timeline !== timeline) {
    await noteIncarnation(primary, log);
    row = await readIncarnation(primary);
  }
  if (row?.timeline !== timeline) {
    throw new Error(
      'PostgreSQL does not identify its timeline: let the role execute pg_control_system().',
    );
  }
  // Read after the row, so that the row is before the position.
  return { ...(await readPosition(primary)), incarnation: row.incarnation };
}

async function readIncarnation(primary: Database) {
  const [row] = await selectIncarnation.run(primary, []);
  return row;
}

const selectIncarnation = prepareStatement<{ timeline: string | null; incarnation: string }>(
  'incarnation',
  'select timeline, to_jsonb(noted)::text as incarnation from database_incarnation as noted',
);
