import { styles, templates } from './render.ts';
import type { Moment, NoticeWords } from './words.ts';

/** A chart as it is drawn: down in pixels, along in percent, so that its texts stay as large on a phone. */
export interface RatingChart {
  /** The size of the line and the area, which are stretched to the width there is. */
  width: number;
  height: number;
  /** Where the days are written below. */
  bottom: number;
  line: string;
  area: string;
  /** The line of the days since the last match. */
  rest: string;
  dots: { x: number; y: number }[];
  levels: { y: number; label: string }[];
  days: { x: number; anchor: 'start' | 'middle' | 'end'; label: string }[];
}

/** How a rating went over a time. */
export interface ShownHistory {
  chart: RatingChart;
  /** What the chart says, for those who do not see it. */
  title: string;
  description: string;
  since: Moment;
  change: string;
  /** The points of the chart, the latest first. */
  rows: { date: Moment; rating: string; change: string | null }[];
}

interface ShownRating {
  rating: string;
  reliability: string;
  reliabilityWords: string;
  games: string;
}

/** A sport that the player is rated in. */
export interface ShownSport extends ShownRating {
  code: string;
  name: string;
  /** Where they are on the leaderboards of the main rating, from near to far. */
  ranks: { rank: string; where: string }[];
  brackets: (ShownRating & { name: string; rank: string | null })[];
  /** Null where no match of theirs is rated yet. */
  history: ShownHistory | null;
}

/** A result of the player, in words. */
export interface ShownResult {
  matchId: string;
  sport: string;
  played: Moment;
  /** Whether it was won. */
  record: string;
  teams: string;
  /** Null in singles. */
  partners: string | null;
  opponents: string;
  /** The score of each game, the player's own first, and how the match ended. */
  scores: string[];
  reportedBy: string;
  reported: Moment;
  /** Null where nobody wrote it down. */
  occasion: string | null;
  /** What it did to the rating; null where it does not rate the player. */
  effect: {
    before: string;
    after: string;
    change: string;
    isRise: boolean;
    isFall: boolean;
  } | null;
  /** Why it did that, as a sentence; null where nothing is known of it. */
  reason: string | null;
  /** What the player's team won of the games and the points, and what was expected. */
  shares: string[];
  /** Null where it counts and nothing more is to be said of it. */
  state: string | null;
  /** What the player can answer. */
  choices: {
    answer: string;
    label: string;
    /** Whether it is there for the few who need it. */
    isQuiet?: true;
  }[];
}

/** What the account page shows of the player's game. */
export interface PlayerView {
  sports: ShownSport[];
  /** Whether they are on leaderboards that everybody sees. */
  isOnBoards: boolean;
  ranges: { label: string; address: string; isCurrent: boolean }[];
  /** Those that wait for their answer. */
  openResults: ShownResult[];
  /** Those played last. */
  results: ShownResult[];
}

export interface MatchesPage {
  notice: NoticeWords | null;
  results: ShownResult[];
  /** Its own address, to come back to. */
  address: string;
  /** The first page, where this is another. */
  latest: string | null;
  /** The next page, where there is one. */
  earlier: string | null;
  formToken: string;
}

export interface SharedPage {
  name: string;
  sports: ShownSport[];
}

export function renderSharedPage(page: SharedPage): string {
  return templates.render('shared-page', { ...page, title: `Ratings of ${page.name}`, styles });
}

export function renderMatches(page: MatchesPage): string {
  return templates.render('matches', { ...page, title: 'Your matches', styles });
}
