import { inRatingSlot } from '../matches/rating-slots.ts';
import { recordResponses } from '../matches/record-responses.ts';
import { voidRepeated } from '../matches/void-repeated.ts';
import { lockMembers, moveGhost } from '../members/store/merges.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { openKeyedHash } from '../players/keyed-hash.ts';
import { correctRatings } from '../ratings/correct-ratings.ts';
import { VERIFYING_EXPERIENCE } from '../ratings/domain/experience.ts';
import { sports } from '../ratings/domain/sports.ts';
import { followClaim } from '../ratings/follow-claim.ts';
import type { RepeatedReport } from '../ratings/store/fingerprints.ts';
import { lockRatingsExclusive } from '../ratings/store/rating-lock.ts';
import { verifyExperienced } from '../ratings/store/verification.ts';
import { decideClaims, type GhostClaim } from './domain/decide-claims.ts';
import { readOffered } from './find-offered.ts';
import {
  forgetAddresses,
  moveParticipations,
  noteActivity,
  type OfferedMatch,
} from './store/offered-matches.ts';

export interface OfferAnswer {
  memberId: string;
  /** The participations in matches that the player was shown, and those of them that are theirs. */
  shown: readonly string[];
  mine: readonly string[];
}

type ClaimDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

/**
 * The player says which of the matches they were shown are theirs: those become their own and move
 * their rating, as if they had agreed from the start. The others stay with the ghost, which is
 * offered to them no more; matches that came meanwhile are asked about the next time.
 * @returns how many matches are theirs by this answer.
 */
export async function answerOffer(
  dependencies: ClaimDependencies,
  answer: OfferAnswer,
): Promise<number> {
  const hash = await openKeyedHash(dependencies);
  const { memberId } = answer;
  return await inRatingSlot(
    sports,
    async () =>
      await dependencies.database.transaction().execute(async (transaction) => {
        // All sports, since a batch that is under way may be adding a ghost's first match in any.
        await lockRatingsExclusive(transaction, sports);
        const offered = await readOffered(transaction, hash, memberId);
        await lockMembers(transaction, [
          memberId,
          ...new Set(offered.map(({ ghostId }) => ghostId)),
        ]);
        const claims = decideClaims(offered, answer);
        await take(transaction, dependencies, { memberId, claims });
        return claims.reduce((sum, { mine }) => sum + mine.length, 0);
      }),
  );
}

async function take(
  transaction: DatabaseTransaction,
  dependencies: ClaimDependencies,
  { memberId, claims }: { memberId: string; claims: readonly GhostClaim[] },
): Promise<void> {
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
  const repeated: RepeatedReport[] = [];
  for (const { ghostId, mine, isWhole, isAnswered } of claims) {
    if (isWhole) {
      await moveGhost(transaction, { ghostId, memberId });
      repeated.push(...(await followClaim(transaction, ghostId)));
    } else {
      if (mine.length > 0) await moveParticipations(transaction, memberId, mine);
      if (isAnswered) await forgetAddresses(transaction, [ghostId]);
    }
  }
  if (matches.length === 0) return;
  repeated.push(...(await followClaim(transaction, memberId)));
  await correct(transaction, dependencies, { memberId, matches, now });
  await voidRepeated(transaction, dependencies, { repeated, actor: 'player' });
  await noteActivity(transaction, [memberId, ...claims.map(({ ghostId }) => ghostId)]);
  await verifyExperienced(transaction, [memberId], VERIFYING_EXPERIENCE);
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
}

/** One correction for each sport, of the player and of the ghosts that played these matches so far. */
async function correct(
  transaction: DatabaseTransaction,
  dependencies: ClaimDependencies,
  { memberId, matches, now }: { memberId: string; matches: readonly OfferedMatch[]; now: Date },
): Promise<void> {
  for (const [sport, ofSport] of Map.groupBy(matches, (match) => match.sport)) {
    await correctRatings(transaction, dependencies, {
      sport,
      from: {
        arrival: Math.min(...ofSport.map(({ arrival }) => arrival)),
        memberIds: [memberId, ...new Set(ofSport.map(({ ghostId }) => ghostId))],
      },
      cause: 'merge',
      match: null,
      changedAt: now,
    });
  }
}
