import type { DatabaseTransaction } from '../platform/database/schema.ts';
import type { PlayerRow } from '../players/store/players.ts';
import type { RatingLock } from './batch-transaction.ts';
import type { EffectiveMatch } from './domain/effective-match.ts';
import { fingerprintsOf } from './domain/fingerprints.ts';
import type { BatchFacts } from './domain/judge-batch.ts';
import { findReports } from './store/reports.ts';

export interface ReportsToRead {
  applicationId: string;
  /** By everything the batch may call them. */
  players: ReadonlyMap<string, PlayerRow>;
  lock: RatingLock;
}

/** The stored reports with the players and games of one of the matches. */
export async function readReports(
  transaction: DatabaseTransaction,
  matches: readonly EffectiveMatch[],
  { applicationId, players, lock }: ReportsToRead,
): Promise<Pick<BatchFacts, 'fingerprints' | 'reports'>> {
  const fingerprints = fingerprintsOf(matches, players);
  const reports = await findReports(transaction, {
    fingerprints: fingerprints.filter((fingerprint) => fingerprint !== null),
    // Nobody finds out by dry runs what others played.
    applicationId: lock === 'none' ? applicationId : null,
  });
  return { fingerprints, reports };
}
