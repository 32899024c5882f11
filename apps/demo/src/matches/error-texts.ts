import type { ErrorItem, PartnerRatingError } from '@partner-rating/client';

const scoreOrEnding = 'Check the scores, or choose how the match ended.';

/** What a player can do about each error, by its code. The codes are an open set: the service may add one. */
const texts = new Map<string, string>([
  ['repeated_player', 'This player is in the match twice. Choose somebody else.'],
  ['unknown_player', 'The rating service does not know this player. Choose somebody else.'],
  ['team_sizes_differ', 'Both teams need the same number of players.'],
  ['players_do_not_fit', 'Choose 4, 8, 12, or 16 players.'],
  ['minItems', 'There are too few here.'],
  ['maxItems', 'There are too many here.'],
  ['no_winner', `Nobody wins with these scores. ${scoreOrEnding}`],
  ['winner_contradicted', `The scores show another winner. ${scoreOrEnding}`],
  ['win_score_not_reached', 'The score of the winner is too low. Check the scores.'],
  ['win_by_not_reached', 'The lead of the winner is too small. Check the scores.'],
  ['score_after_end', 'Play ended before this score. Check the scores.'],
  ['repeated_identifier', 'The same match is here twice.'],
  ['bye', 'A bye is not a match. Remove it.'],
  ['match_conflict', 'This match was already reported with another result.'],
  ['idempotency_in_progress', 'The rating service is still storing this. Wait a moment.'],
]);

/** Describes an error to a player. The `detail` and `message` of an error are for developers. */
export function errorText({ code }: Pick<ErrorItem | PartnerRatingError, 'code'>): string {
  return texts.get(code) ?? 'The rating service does not accept this. Check what you entered.';
}
