import type { RatingChange } from '@partner-rating/client';
import { bracketName } from '../pages/brackets.ts';
import { type Difference, difference, formatList, formatRating } from '../pages/format.ts';
import { render } from '../pages/render.ts';
import type { EventView } from '../webhooks/event-view.ts';
import type { Report } from './report.ts';

const PRIMARY_BRACKET = 'overall-open';

interface ReportPage {
  sport: string;
  outcome: 'won' | 'lost';
  teams: string[];
  scores: string;
  /** The player's own primary rating; null where the club may not read it. */
  own: ChangeView | null;
  players: (ChangeView & { name: string; isOwn: boolean })[];
  splits: (ChangeView & { name: string })[];
  matchId: string | null;
  batchId: string;
  events: EventView[];
  /** Why webhooks cannot be received; none where they can. */
  webhookWarnings: string[];
}

interface ChangeView {
  before: string;
  after: string;
  difference: Difference;
}

/** Renders the page of a report: the ratings before and after, the player's own first. */
export function renderReportPage(
  { sport, teams, scores, result }: Report,
  playerId: string,
  events: EventView[],
  webhookWarnings: string[],
): string {
  const primary = result.ratingChanges.filter(({ bracket }) => bracket === PRIMARY_BRACKET);
  const own = primary.find(({ id }) => id === playerId);
  const page: ReportPage = {
    sport: sport.name,
    outcome: outcomeOf(scores),
    teams: teams.map(formatList),
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
    webhookWarnings,
  };
  return render('report', { ...page, title: `${page.sport} match rated` });
}

function changeView({ previousRating, newRating }: RatingChange): ChangeView {
  return {
    before: formatRating(previousRating),
    after: formatRating(newRating),
    difference: difference(previousRating, newRating),
  };
}

function outcomeOf(scores: readonly number[][]): 'won' | 'lost' {
  const won = scores.filter(([own = 0, other = 0]) => own > other).length;
  return won * 2 > scores.length ? 'won' : 'lost';
}
