// What happens to a match after it is stored: voids, replacements, answers of players, and claims.

import type { Schemas } from '@partner-rating/server';
import { displayName } from '../../ratings/domain/player.ts';
import type { RatingDifference } from '../../ratings/domain/rating-differences.ts';
import type { PlayerRow } from '../../ratings/store/players.ts';
import type { OfferedMatch } from '../store/offered-matches.ts';
import type { Participation, ResultResponse } from '../store/responses.ts';
import type { VoidableMatch, VoidChangeRow } from '../store/voids.ts';

interface VoidedMatch {
  match: VoidableMatch;
  playerIds: readonly string[];
  reason: string;
  voidedAt: Date;
  /** Whether all ratings are already those without the match. */
  isSettled: boolean;
  /** The changes of the void that are known. */
  changes: readonly VoidChangeRow[];
}

/** Writes a void for the contract: first the players of the match, then those whose later matches it changed. */
export function matchVoid(voided: VoidedMatch): Schemas.MatchVoid {
  const { match, playerIds, reason, voidedAt, isSettled, changes } = voided;
  const players = new Set(playerIds);
  const [own = [], others = []] = [true, false].map((isOwn) =>
    changes.filter(({ id }) => players.has(id) === isOwn),
  );
  return {
    matchId: match.id,
    identifier: match.identifier,
    reason,
    voidedAt: voidedAt.toISOString(),
    settled: isSettled,
    ratingChanges: [...own, ...others].map((change) => ({
      memberId: change.member_number,
      id: change.id,
      displayName: displayName(change),
      sport: match.sport,
      bracket: change.bracket,
      previousRating: change.previous_rating,
      newRating: change.rating,
      gamesCounted:
        players.has(change.id) && match.brackets.includes(change.bracket) ? match.games : 0,
    })),
  };
}

interface ReplacementMoved {
  /** Whether the ratings follow from both changes, the void and the new match. */
  isSettled: boolean;
  differences: readonly RatingDifference[];
  /** The players with ratings that the application may see. */
  players: readonly PlayerRow[];
  /** The members whose games of the new match count, and in which brackets. */
  counted: { memberIds: ReadonlySet<string>; brackets: readonly string[]; games: number };
}

/** Returns the response to a replacement: the result of the new match, and the rating changes of both if they are settled. */
export function replacementResult(
  result: Schemas.MatchBatchResult,
  { isSettled, differences, players, counted }: ReplacementMoved,
): Schemas.MatchBatchResult {
  const shown = new Map(players.map((player) => [player.id, player]));
  return {
    ...result,
    matches: result.matches.map((match) => withSettled(match, isSettled)),
    ratingChanges: !isSettled
      ? []
      : differences.flatMap(({ memberId, sport, bracket, expected, standing }) => {
          const player = shown.get(memberId);
          if (player === undefined) return [];
          const isCounted = counted.memberIds.has(memberId) && counted.brackets.includes(bracket);
          return {
            memberId: player.member_number,
            id: memberId,
            displayName: displayName(player),
            sport,
            bracket,
            previousRating: standing?.rating ?? null,
            newRating: expected?.rating ?? null,
            gamesCounted: isCounted ? counted.games : 0,
          };
        }),
    message: message(result, isSettled),
  };
}

// For a duplicate, the message only says that ratings are pending.
function withSettled(match: Schemas.MatchResult, isSettled: boolean): Schemas.MatchResult {
  const { settled: _, ...rest } = match;
  if (match.status === 'duplicate' && (isSettled || match.id === null)) return rest;
  return { ...rest, settled: isSettled };
}

function message({ numMatches }: Schemas.MatchBatchResult, isSettled: boolean): string {
  const done =
    numMatches > 0
      ? 'The match was replaced.'
      : 'The match is void, and the new one was reported before.';
  return isSettled ? done : `${done} The ratings are being worked out again and follow.`;
}

/** The outcome of a player's answer to a result. */
export type AnswerOutcome =
  /** The answer is stored now. */
  | { kind: 'recorded' }
  /** The answer was stored before. */
  | { kind: 'unchanged' }
  /** The player does not play in this match. */
  | { kind: 'not_found' }
  /** The match was voided and moves no rating, so there is nothing to answer. */
  | { kind: 'voided' }
  /** A result that moves the player's rating can be disputed, but not denied. */
  | { kind: 'already_confirmed' }
  /** A result that does not move the player's rating can be denied, but not disputed. */
  | { kind: 'not_confirmed' }
  /** A result that counts is not a possible duplicate. */
  | { kind: 'not_held' };

export function outcomeOf(
  { isRated, isConfirmed, isDenied, isDisputed, isDistinct, isVoided, isHeld }: Participation,
  response: ResultResponse,
): AnswerOutcome {
  if (isVoided) return { kind: 'voided' };
  switch (response) {
    case 'confirmed':
      return { kind: isRated && isConfirmed ? 'unchanged' : 'recorded' };
    case 'denied':
      if (isRated || isConfirmed) return { kind: 'already_confirmed' };
      return { kind: isDenied ? 'unchanged' : 'recorded' };
    case 'disputed':
      if (!isRated && !isHeld) return { kind: 'not_confirmed' };
      return { kind: isDisputed ? 'unchanged' : 'recorded' };
    case 'distinct':
      if (!isHeld) return { kind: 'not_held' };
      return { kind: isDistinct ? 'unchanged' : 'recorded' };
  }
}

/** The decision of a player about one ghost (a member without an account). */
export interface GhostClaim {
  ghostId: string;
  mine: OfferedMatch[];
  /** The matches that the player saw and that are not theirs. */
  declined: OfferedMatch[];
  /** Whether the ghost is the player, with all matches that it ever played. */
  isWhole: boolean;
}

/** Decides about the current matches, which may differ from those that were shown. */
export function decideClaims(
  matches: readonly OfferedMatch[],
  answer: { shown: readonly string[]; mine: readonly string[] },
): GhostClaim[] {
  const shown = new Set(answer.shown);
  const wanted = new Set(answer.mine);
  const taken = new Set<string>();
  return [...Map.groupBy(matches, ({ ghostId }) => ghostId)].map(([ghostId, ofGhost]) => {
    const answered = ofGhost.filter((one) => one.mayBeMine && shown.has(one.participation));
    const mine = answered.filter(({ participation, matchId }) => {
      // Nobody plays twice in a match. If two ghosts in one match are selected, the second is another person.
      const isMine = wanted.has(participation) && !taken.has(matchId);
      if (isMine) taken.add(matchId);
      return isMine;
    });
    const declined = answered.filter((one) => !mine.includes(one));
    return { ghostId, mine, declined, isWhole: mine.length === ofGhost.length };
  });
}
