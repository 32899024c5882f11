import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Database } from '../platform/database/schema.ts';
import type { KeyedHash } from '../players/domain/keyed-hash.ts';
import { openKeyedHash } from '../players/keyed-hash.ts';
import {
  countOffered,
  findGhosts,
  findOfferedMatches,
  findProvenEmail,
  type OfferedMatch,
} from './store/offered-matches.ts';

type OfferDependencies = Pick<Dependencies, 'database' | 'configuration'>;

/**
 * The matches that were reported under a member's e-mail address and that nobody has claimed. They are
 * offered to who has proven the address, and to nobody else, without those they said are not theirs.
 */
export async function findOffered(
  dependencies: OfferDependencies,
  memberId: string,
): Promise<OfferedMatch[]> {
  const hash = await openKeyedHash(dependencies);
  const matches = await readGhostMatches(dependencies.database, hash, memberId);
  return matches.filter(({ mayBeMine }) => mayBeMine);
}

/** How many there are, counted up to a limit. */
export async function countOffers(
  dependencies: OfferDependencies,
  memberId: string,
  limit: number,
): Promise<number> {
  const { database } = dependencies;
  const ghostIds = await findOwnGhosts(database, await openKeyedHash(dependencies), memberId);
  return ghostIds.length === 0 ? 0 : await countOffered(database, { ghostIds, memberId, limit });
}

/** Every match of the ghosts of the member's address, for who has asked for the hash before. */
export async function readGhostMatches(
  database: Database,
  hash: KeyedHash,
  memberId: string,
): Promise<OfferedMatch[]> {
  const ghostIds = await findOwnGhosts(database, hash, memberId);
  return ghostIds.length === 0 ? [] : await findOfferedMatches(database, { ghostIds, memberId });
}

async function findOwnGhosts(
  database: Database,
  hash: KeyedHash,
  memberId: string,
): Promise<string[]> {
  const email = await findProvenEmail(database, memberId);
  return email === undefined ? [] : await findGhosts(database, hash(email));
}
