import type { RatingChange } from '@partner-rating/client';
import type { ReportPage } from '../pages/render.ts';
import { difference, enumerate, rating } from '../pages/words.ts';
import { bracketName } from '../player/rating-table.ts';
import type { EventView } from '../webhooks/event-view.ts';
import type { Report } from './report.ts';

const PRIMARY_BRACKET = 'overall-open';

/** What the page about a report shows: the ratings before and after, the player's own first. */
export function reportPage(
  { sport, teams, scores, result }: Report,
  playerId: string,
  events: EventView[],
  warnings: string[],
): ReportPage {
  const primary = result.ratingChanges.filter(({ bracket }) => bracket === PRIMARY_BRACKET);
  const own = primary.find(({ id }) => id === playerId);
  return {
    sport: sport.name,
    outcome: outcomeOf(scores),
    teams: teams.map(enumerate),
    scores: scores.map((game) => game.join('–')).join(', '),
    own: own === undefined ? null : changeView(own),
    players: primary.map((change) => ({
      ...changeView(change),
      name: change.displayName,
      isOwn: change.id === playerId,
    })),
    splits: result.ratingChanges
      .filter(({ id, bracket }) => id === playerId && bracket !== PRIMARY_BRACKET)
      .map((change) => ({ ...changeView(change), name: bracketName(change.bracket) })),
    matchId: result.matches[0]?.id ?? null,
    batchId: result.batchId,
    events,
    warnings,
  };
}

function changeView({ previousRating, newRating }: RatingChange) {
  return {
    before: rating(previousRating),
    after: rating(newRating),
    difference: difference(previousRating, newRating),
  };
}

function outcomeOf(scores: readonly number[][]): 'won' | 'lost' {
  const won = scores.filter(([own = 0, other = 0]) => own > other).length;
  return won * 2 > scores.length ? 'won' : 'lost';
}
