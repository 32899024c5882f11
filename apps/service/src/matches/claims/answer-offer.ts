import { sports } from '@partner-rating/ratings';
import { type KeyedHash, openKeyedHash } from '../../members/keyed-hash.ts';
import { lockMembers, moveGhost } from '../../members/store/merges.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { comparePositions } from '../../ratings/domain/touched-matches.ts';
import { type Due, markDue, settleNow } from '../../ratings/settlement/settle-now.ts';
import { inWriteTransaction } from '../batch-transaction.ts';
import { decideClaims, type GhostClaim } from '../domain/corrections.ts';
import { recordResponses } from '../record-responses.ts';
import { followClaim } from '../recount.ts';
import {
  insertDeclined,
  moveParticipations,
  noteActivity,
  type OfferedMatch,
} from '../store/offered-matches.ts';
import { findOffered, readGhostMatches } from './find-offered.ts';

export interface OfferAnswer {
  memberId: string;
  /** The participations that the player saw, and those of them that the player selected. */
  shown: readonly string[];
  mine: readonly string[];
}

type ClaimDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

/**
 * Gives the selected matches of ghosts (members without an account) to the player. The matches then move the player's
 * rating as if the player had agreed from the start. The other matches stay with the ghost and are not offered again.
 * @returns how many matches the player has claimed.
 */
export async function answerOffer(
  dependencies: ClaimDependencies,
  answer: OfferAnswer,
): Promise<number> {
  const { database } = dependencies;
  const { memberId } = answer;
  const hash = await openKeyedHash(dependencies);
  const mine = new Set(answer.mine);
  const offered = await findOffered(dependencies, memberId);
  if (!offered.some(({ participation }) => mine.has(participation))) {
    const decline = async () =>
      await database.transaction().execute(async (transaction) => {
        const claims = await decide(transaction, hash, { ...answer, mine: [] });
        await insertDeclined(
          transaction,
          memberId,
          claims.flatMap(({ declined }) => declined),
        );
      });
    await retryOnContention(decline);
    return 0;
  }
  // All sports, because a batch may be adding a ghost's first match in any of them.
  const locks = { sports, lock: 'exclusive' } as const;
  const { due, count } = await inWriteTransaction(database, locks, async (transaction) => {
    const claims = await decide(transaction, hash, answer);
    return {
      due: await take(transaction, dependencies, { memberId, claims }),
      count: claims.reduce((sum, claim) => sum + claim.mine.length, 0),
    };
  });
  await settleNow(dependencies, due);
  return count;
}

/** Decides under locks what is claimed: nothing if the member has been erased. */
async function decide(
  transaction: DatabaseTransaction,
  hash: KeyedHash,
  answer: OfferAnswer,
): Promise<GhostClaim[]> {
  const { memberId } = answer;
  const [member] = await lockMembers(transaction, [memberId]);
  if (member === undefined) return [];
  const matches = await readGhostMatches(transaction, hash, memberId);
  await lockMembers(transaction, [...new Set(matches.map(({ ghostId }) => ghostId))]);
  return decideClaims(matches, answer);
}

async function take(
  transaction: DatabaseTransaction,
  dependencies: ClaimDependencies,
  { memberId, claims }: { memberId: string; claims: readonly GhostClaim[] },
): Promise<Due[]> {
  const now = dependencies.clock();
  const matches = claims.flatMap(({ mine }) => mine);
  const unrated = matches.filter((match) => !match.isRated);
  // Before the matches move, because a response has the same member id as the match.
  if (unrated.length > 0) {
    await recordResponses(
      transaction,
      dependencies,
      { response: 'confirmed', applicationId: null, createdAt: now },
      unrated.map((match) => ({ ...match, memberId })),
    );
  }
  const due: Due[] = [];
  for (const { ghostId, mine, declined, isWhole } of claims) {
    if (isWhole) {
      const moved = await moveGhost(transaction, { ghostId, memberId });
      due.push(...(await followClaim(transaction, moved, now)));
    } else {
      await moveParticipations(transaction, memberId, mine);
      await insertDeclined(transaction, memberId, declined);
    }
  }
  if (matches.length === 0) return due;
  due.push(...(await followClaim(transaction, [memberId], now)));
  due.push(...(await markClaimed(transaction, { memberId, matches, now })));
  await noteActivity(transaction, [memberId, ...claims.map(({ ghostId }) => ghostId)]);
  for (const { ghostId, mine } of claims) {
    if (mine.length === 0) continue;
    await recordAudit(transaction, {
      occurredAt: now,
      actor: 'player',
      action: 'ghost.claimed',
      applicationId: null,
      memberId,
      details: { ghostId, matches: mine.length },
    });
  }
  return due;
}

/** Marks the player and the ghosts as due, from the first of the matches in each sport. */
async function markClaimed(
  transaction: DatabaseTransaction,
  { memberId, matches, now }: { memberId: string; matches: readonly OfferedMatch[]; now: Date },
): Promise<Due[]> {
  const bySport = Map.groupBy(matches, (match) => match.sport);
  const positions = [...bySport].flatMap(([sport, ofSport]) => {
    const [first] = ofSport.toSorted(comparePositions);
    if (first === undefined) return [];
    const { matchDate, arrival } = first;
    const memberIds = [memberId, ...new Set(ofSport.map(({ ghostId }) => ghostId))];
    const position = { sport, matchDate, arrival, memberIds, matchId: null };
    return [{ ...position, cause: 'merge', applicationId: null } as const];
  });
  return await markDue(transaction, now, positions);
}
