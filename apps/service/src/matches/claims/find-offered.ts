import { type KeyedHash, openKeyedHash } from '../../members/keyed-hash.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database } from '../../platform/database/schema.ts';
import { nameAgrees } from '../import/domain/identify.ts';
import {
  countOffered,
  findGhosts,
  findOfferedMatches,
  findProvenEmail,
  findReportedGhosts,
  type OfferedMatch,
} from '../store/offered-matches.ts';

type OfferDependencies = Pick<Dependencies, 'database' | 'configuration'>;

/**
 * Returns the matches that were reported under a member's email address and that nobody has claimed. A member
 * who has not proven the address gets none. Matches that the member declined are left out.
 */
export async function findOffered(
  dependencies: OfferDependencies,
  memberId: string,
): Promise<OfferedMatch[]> {
  const hash = await openKeyedHash(dependencies);
  const matches = await readGhostMatches(dependencies.database, hash, memberId);
  return matches.filter(({ mayBeMine }) => mayBeMine);
}

export async function countOffers(
  dependencies: OfferDependencies,
  memberId: string,
  limit: number,
): Promise<number> {
  const { database } = dependencies;
  const ghostIds = await findOwnGhosts(database, await openKeyedHash(dependencies), memberId);
  return ghostIds.length === 0 ? 0 : await countOffered(database, { ghostIds, memberId, limit });
}

/** Returns every match of the ghosts (members without an account) of the member's address, by the hash of the address. */
export async function readGhostMatches(
  database: Database,
  hash: KeyedHash,
  memberId: string,
): Promise<OfferedMatch[]> {
  const ghostIds = await findOwnGhosts(database, hash, memberId);
  return ghostIds.length === 0 ? [] : await findOfferedMatches(database, { ghostIds, memberId });
}

/** A person in imports who has a member's proven address. */
export interface ReportedPerson {
  /** The ghost's id. */
  id: string;
  displayName: string;
  matches: number;
  /** Whether the name agrees with the member's. The address of a club's secretary may belong to thirty juniors. */
  isOwnName: boolean;
}

/**
 * Returns the unclaimed people under a member's proven address. An export and an erasure include those with
 * the member's own name, and others that the member selects.
 */
export async function findReported(
  dependencies: OfferDependencies,
  memberId: string,
): Promise<ReportedPerson[]> {
  const hash = await openKeyedHash(dependencies);
  return await readReported(dependencies.database, hash, memberId);
}

/** Does the same, by the hash of the address. */
export async function readReported(
  database: Database,
  hash: KeyedHash,
  memberId: string,
): Promise<ReportedPerson[]> {
  const ghostIds = await findOwnGhosts(database, hash, memberId);
  if (ghostIds.length === 0) return [];
  const ghosts = await findReportedGhosts(database, { ghostIds, memberId });
  return ghosts.map(({ ghostId: id, displayName, matches, name, memberName }) => ({
    ...{ id, displayName, matches },
    isOwnName: nameAgrees(name, memberName),
  }));
}

/** Returns the ids of reported people whose data belongs to the member: those with the member's name, or selected. */
export function includedIds(
  reported: readonly ReportedPerson[],
  selected: readonly string[],
): string[] {
  return reported
    .filter(({ id, isOwnName }) => isOwnName || selected.includes(id))
    .map(({ id }) => id);
}

async function findOwnGhosts(
  database: Database,
  hash: KeyedHash,
  memberId: string,
): Promise<string[]> {
  const email = await findProvenEmail(database, memberId);
  return email === undefined ? [] : await findGhosts(database, hash(email));
}
