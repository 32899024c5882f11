import type { Schemas } from '@partner-rating/server';
import type { Database } from '../platform/database/schema.ts';
import { shownExplanation } from '../ratings/domain/explanation.ts';
import { explainMatches, type MatchInBracket } from '../ratings/explain-matches.ts';
import { findHiddenRatings } from './store/hidden-ratings.ts';

export interface PartsAsked {
  /** Whose parts of the matches they are. */
  memberId: string;
  /** The application that sees them; null where it is for the player, who sees of others what strangers do. */
  applicationId: string | null;
}

/** Why matches do to a member's ratings what they do, without what would give away the ratings of others. */
export async function explainParts(
  database: Database,
  asked: readonly MatchInBracket[],
  { memberId, applicationId }: PartsAsked,
): Promise<(part: MatchInBracket) => Schemas.RatingExplanation | undefined> {
  const explained = await explainMatches(database, asked);
  const players = asked.flatMap((part) => explained(part)?.entered.flat() ?? []);
  const memberIds = [...new Set(players.map((player) => player.memberId))];
  const hidden = await findHiddenRatings(database, { applicationId, memberIds });
  return (part) => {
    const match = explained(part);
    return match && shownExplanation(match, memberId, (other) => hidden.has(other));
  };
}
