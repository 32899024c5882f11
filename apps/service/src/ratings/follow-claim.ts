import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { matchFingerprint } from './domain/fingerprint.ts';
import { findPlayedMatches, type RepeatedReport, setFingerprints } from './store/fingerprints.ts';

/**
 * Has the matches of a claimed ghost recognised under the name of the member it turned out to be.
 * @returns those that turned out to be the same as another match.
 */
export async function followClaim(
  transaction: DatabaseTransaction,
  ghostId: string,
): Promise<RepeatedReport[]> {
  const matches = await findPlayedMatches(transaction, ghostId);
  return await setFingerprints(
    transaction,
    matches.map((match) => ({ id: match.id, fingerprint: matchFingerprint(match) })),
  );
}
