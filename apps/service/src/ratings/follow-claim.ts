import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { matchFingerprint } from './domain/fingerprint.ts';
import { findPlayedMatches, type RepeatedReport, setFingerprints } from './store/fingerprints.ts';

/**
 * Has the matches that name a player by one of these ids recognised under the names their players have
 * now: a claimed ghost is the member it turned out to be.
 * @returns those that turned out to be the same as another match.
 */
export async function followClaim(
  transaction: DatabaseTransaction,
  participantIds: readonly string[],
): Promise<RepeatedReport[]> {
  const matches = await findPlayedMatches(transaction, participantIds);
  return await setFingerprints(
    transaction,
    matches.map((match) => ({ id: match.id, fingerprint: matchFingerprint(match) })),
  );
}
