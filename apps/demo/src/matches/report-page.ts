import type { RatingChange } from '@partner-rating/client';
import { bracketName } from '../pages/brackets.ts';
import { type Difference, difference, formatList, formatRating } from '../pages/format.ts';
import { render } from '../pages/render.ts';
import type { EventView } from '../webhooks/event-view.ts';
import { recordWords } from './endings.ts';
import type { Report } from './report.ts';

const PRIMARY_BRACKET = 'overall-open';

interface ReportPage {
  sport: string;
  outcome: 'won' | 'lost' | 'drew';
  teams: string[];
  scores: string;
  /** The player's own primary rating; null where the club may not read it. */
  own: ChangeView | null;
  players: (ChangeView & { name: string; isOwn: boolean })[];
  splits: (ChangeView & { name: string })[];
  /** The address to which "take it back" is posted; null where nothing is stored, or it is taken back. */
  undo: string | null;
  /** Each rating that moved when the match was taken back; null while it stands. */
  taken: (ChangeView & { name: string })[] | null;
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
  { id, sport, teams, scores, ending, result, taken }: Report,
  playerId: string,
  events: EventView[],
  webhookWarnings: string[],
): string {
  const primary = result.ratingChanges.filter(({ bracket }) => bracket === PRIMARY_BRACKET);
  const own = primary.find((change) => change.id === playerId);
  const matchId = result.matches[0]?.id ?? null;
  const page: ReportPage = {
    sport: sport.name,
    outcome: recordWords(ending, scores),
    teams: teams.map(formatList),
    scores: [
      ...scores.map((game) => game.join('–')),
      ...(ending.sent.outcome === undefined ? [] : [ending.sent.outcome]),
    ].join(', '),
    own: own === undefined ? null : changeView(own),
    players: primary.map((change) => ({
      ...changeView(change),
      name: change.displayName,
      isOwn: change.id === playerId,
    })),
    splits: result.ratingChanges
      .filter((change) => change.id === playerId && change.bracket !== PRIMARY_BRACKET)
      .map((change) => ({ ...changeView(change), name: bracketName(change.bracket) })),
    undo: matchId === null || taken !== undefined ? null : `/matches/${id}/undo`,
    taken:
      taken?.ratingChanges
        .filter(({ bracket }) => bracket === PRIMARY_BRACKET)
        .map((change) => ({ ...changeView(change), name: change.displayName })) ?? null,
    matchId,
    batchId: result.batchId,
    events,
    webhookWarnings,
  };
  const title = taken === undefined ? `${page.sport} match rated` : 'Match taken back';
  return render('report', { ...page, title, here: '/player' });
}

function changeView({ previousRating, newRating }: RatingChange): ChangeView {
  return {
    before: formatRating(previousRating),
    after: formatRating(newRating),
    difference: difference(previousRating, newRating),
  };
}
