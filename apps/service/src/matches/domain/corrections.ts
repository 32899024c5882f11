import type { Schemas } from '@partner-rating/server';
import { displayName } from '../../ratings/domain/player.ts';
import type { RatingDifference } from '../../ratings/domain/rating-differences.ts';
import type { PlayerRow } from '../../ratings/store/players.ts';
import type { OfferedMatch } from '../store/offered-matches.ts';
import type { Participation, ResultResponse } from '../store/responses.ts';
import type { VoidableMatch, VoidChangeRow } from '../store/voids.ts';

interface VoidedMatch {
  match: VoidableMatch;
  /** Who played it. */
  playerIds: readonly string[];
  reason: string;
  voidedAt: Date;
  /** Whether the ratings are those that follow without the match. */
  isSettled: boolean;
  /** What the void is known to have moved. */
  changes: readonly VoidChangeRow[];
}

/** A void as the contract shows it: its own players first, then those it moved through later matches. */
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
  /** Whether the ratings follow from both, the match that went and the one that came. */
  isSettled: boolean;
  differences: readonly RatingDifference[];
  /** The players whose ratings the application may see. */
  players: readonly PlayerRow[];
  /** The members whose games of the new match count, and in which brackets. */
  counted: { memberIds: ReadonlySet<string>; brackets: readonly string[]; games: number };
}

/** The answer to a replacement: what became of the match that was sent, and what both moved once settled. */
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

// For a duplicate only report that something is pending.
function withSettled(match: Schemas.MatchResult, isSettled: boolean): Schemas.MatchResult {
  const { settled: _, ...rest } = match;
  if (match.status === 'duplicate' && (isSettled || match.id === null)) return rest;
  return { ...rest, settled: isSettled };
}

function message({ numMatches }: Schemas.MatchBatchResult, isSettled: boolean): string {
  const done =
    numMatches > 0
      ? 'The match was replaced.'
      : 'The match is taken back, and the one sent was reported before.';
  return isSettled ? done : `${done} The ratings are being worked out again and follow.`;
}

/** What came of a player's answer to a result. */
export type AnswerOutcome =
  /** It is recorded now. */
  | { kind: 'recorded' }
  /** It stood so before; nothing is done twice. */
  | { kind: 'unchanged' }
  /** The player does not play in such a match. */
  | { kind: 'not_found' }
  /** The match was taken back and moves nobody, so there is nothing to answer. */
  | { kind: 'voided' }
  /** A result that moves the player is not denied but disputed. */
  | { kind: 'already_confirmed' }
  /** A result that does not move the player is not disputed but denied. */
  | { kind: 'not_confirmed' }
  /** A result that counts is no possible duplicate. */
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

/** What a player's answer makes of one ghost. */
export interface GhostClaim {
  ghostId: string;
  /** The matches that are the player's. */
  mine: OfferedMatch[];
  /** Those that the player was shown and that are not theirs. */
  declined: OfferedMatch[];
  /** Whether the ghost is the player, with all it ever played. */
  isWhole: boolean;
}

/** Goes through the matches as they stand now, which may be others than were shown. */
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
      // Nobody plays twice in a match: of two ghosts of theirs in one, the second is somebody else.
      const isMine = wanted.has(participation) && !taken.has(matchId);
      if (isMine) taken.add(matchId);
      return isMine;
    });
    const declined = answered.filter((one) => !mine.includes(one));
    return { ghostId, mine, declined, isWhole: mine.length === ofGhost.length };
  });
}
