import type { DatabaseTransaction } from '../platform/database/schema.ts';
import type { PlayerRow } from '../players/store/players.ts';
import type { RatingLock } from './batch-transaction.ts';
import type { EffectiveMatch } from './domain/effective-match.ts';
import { fingerprintsOf } from './domain/fingerprints.ts';
import type { BatchFacts } from './domain/judge-batch.ts';
import { findReportedMatches } from './store/reported-matches.ts';

export interface ReportsToRead {
  applicationId: string;
  /** By everything the batch may call them. */
  players: ReadonlyMap<string, PlayerRow>;
  lock: RatingLock;
  now: Date;
}

/** Which of the matches are counted already, by whatever application and identifier. */
export async function readReports(
  transaction: DatabaseTransaction,
  matches: readonly EffectiveMatch[],
  { applicationId, players, lock, now }: ReportsToRead,
): Promise<Pick<BatchFacts, 'fingerprints' | 'reported'>> {
  const fingerprints = fingerprintsOf(matches, { players, now });
  const rows = await findReportedMatches(transaction, {
    fingerprints: fingerprints.filter((fingerprint) => fingerprint !== null),
    applicationId,
    // Nobody finds out by dry runs what others played.
    includeOthers: lock !== 'none',
  });
  const reported = new Map(rows.map(({ fingerprint, ...report }) => [fingerprint, report]));
  return { fingerprints, reported };
}
