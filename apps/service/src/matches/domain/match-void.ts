import type { Schemas } from '@partner-rating/server';
import { displayName } from '../../players/domain/names.ts';
import type { VoidableMatch, VoidChangeRow } from '../store/voids.ts';

export interface VoidedMatch {
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
