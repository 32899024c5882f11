import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { matchFingerprint } from './domain/fingerprint.ts';
import { findPlayedMatches, setFingerprints } from './store/fingerprints.ts';

/** Has the matches of a claimed ghost recognised under the name of the member it turned out to be. */
export async function followClaim(
  transaction: DatabaseTransaction,
  ghostId: string,
): Promise<void> {
  const matches = await findPlayedMatches(transaction, ghostId);
  await setFingerprints(
    transaction,
    matches.map((match) => ({ id: match.id, fingerprint: matchFingerprint(match) })),
  );
}
