import { sports } from '@partner-rating/ratings';
import { type KeyedHash, openKeyedHash } from '../../members/keyed-hash.ts';
import { lockMembers, moveGhost } from '../../members/store/merges.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { comparePositions } from '../../ratings/domain/touched-matches.ts';
import { type Due, markDue, settleNow } from '../../ratings/settlement/settle-now.ts';
import { lockRatingsExclusive } from '../../ratings/store/ratings.ts';
import { inRatingSlot } from '../batch-transaction.ts';
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
  /** The participations in matches that the player was shown, and those of them that are theirs. */
  shown: readonly string[];
  mine: readonly string[];
}

type ClaimDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

/**
 * The player says which of the matches they were shown are theirs: those become their own and move
 * their rating, as if they had agreed from the start. The others stay with the ghost, and they are not
 * asked about them again.
 * @returns how many matches are theirs by this answer.
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
  const transact = async () =>
    await database.transaction().execute(async (transaction) => {
      // All sports, since a batch that is under way may be adding a ghost's first match in any.
      await lockRatingsExclusive(transaction, sports);
      const claims = await decide(transaction, hash, answer);
      const due = await take(transaction, dependencies, { memberId, claims });
      return { due, count: claims.reduce((sum, claim) => sum + claim.mine.length, 0) };
    });
  const { due, count } = await inRatingSlot(sports, transact);
  await settleNow(dependencies, due);
  return count;
}

/** Nothing where the member was erased meanwhile: once they are locked, they are not. */
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
  // Before the matches change hands, for a response names the player as the match does.
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

/** Marks as due the player and the ghosts that played these matches so far, from the first one in each sport. */
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
