import type { Schemas } from '@partner-rating/server';
import { displayName } from '../../players/domain/names.ts';
import type { PlayerRow } from '../../players/store/players.ts';
import type { RatingDifference } from '../../ratings/domain/rating-differences.ts';

export interface ReplacementMoved {
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
