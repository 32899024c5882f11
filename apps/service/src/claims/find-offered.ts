import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Database } from '../platform/database/schema.ts';
import type { KeyedHash } from '../players/domain/keyed-hash.ts';
import { openKeyedHash } from '../players/keyed-hash.ts';
import {
  findGhosts,
  findOfferedMatches,
  findProvenEmail,
  type OfferedMatch,
} from './store/offered-matches.ts';

/**
 * The matches that tournaments reported under a member's e-mail address before anybody knew whose
 * it was. They are offered to who has proven the address, and to nobody else.
 */
export async function findOffered(
  dependencies: Pick<Dependencies, 'database' | 'configuration'>,
  memberId: string,
): Promise<OfferedMatch[]> {
  const hash = await openKeyedHash(dependencies);
  return await readOffered(dependencies.database, hash, memberId);
}

/** The same within a transaction, for who has asked for the hash before it. */
export async function readOffered(
  database: Database,
  hash: KeyedHash,
  memberId: string,
): Promise<OfferedMatch[]> {
  const email = await findProvenEmail(database, memberId);
  if (email === undefined) return [];
  const ghostIds = await findGhosts(database, hash(email));
  return ghostIds.length === 0 ? [] : await findOfferedMatches(database, { ghostIds, memberId });
}
