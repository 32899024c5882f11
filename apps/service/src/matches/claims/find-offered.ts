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
 * The matches that were reported under a member's email address and that nobody has claimed. They are
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

/** Counts them, up to a limit. */
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

/** What imports said of somebody under a member's proven address. */
export interface ReportedPerson {
  /** The ghost's id. */
  id: string;
  displayName: string;
  /** How many matches name them. */
  matches: number;
  /** Whether the name agrees with the member's. A secretary's address may stand for thirty juniors. */
  isOwnName: boolean;
}

/**
 * What imports said under a member's proven address and nobody has claimed: an export and an erasure include what
 * has the member's own name, and of the rest what the member selects.
 */
export async function findReported(
  dependencies: OfferDependencies,
  memberId: string,
): Promise<ReportedPerson[]> {
  const hash = await openKeyedHash(dependencies);
  return await readReported(dependencies.database, hash, memberId);
}

/** The same for who has asked for the hash before. */
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

/** The ids of those whose data goes with the member's. Nothing else can be selected than what was reported. */
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
