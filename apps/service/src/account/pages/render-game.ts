import type { LinePart, Moment } from '../../platform/pages/domain/naming-line.ts';
import type { Menu, NoticeWords } from '../../platform/pages/render.ts';
import type { RatingChart } from '../domain/rating-chart.ts';
import { accountTexts } from '../domain/texts.ts';
import { renderAccountPage } from './render-page.ts';

/** How a rating went over a time. */
export interface ShownHistory {
  chart: Omit<RatingChart, 'points'> & {
    /** With the rating, and the rating and its day. */
    points: (RatingChart['points'][number] & { rating: string; text: string })[];
  };
  /** What the chart says, for those who do not see it. */
  title: string;
  description: string;
  since: Moment;
  change: string;
  /** The points of the chart, the latest first. */
  rows: { date: Moment; rating: string; change: string | null; band: string }[];
}

/** A rating in words. */
export interface ShownRating {
  rating: string;
  /** Where the true rating is likely to be. */
  band: string;
  isProvisional: boolean;
  reliability: string;
  reliabilityWords: string;
  games: string;
}

/** With whom and against whom the player won and lost. */
export interface ShownPeople {
  opponents: { name: string; record: string }[];
  teammates: { name: string; record: string }[];
  bestWin: { opponents: string[]; rating: string; played: Moment } | null;
}

/** A sport that the player is rated in. */
export interface ShownSport extends ShownRating {
  code: string;
  name: string;
  /** Where they are on the leaderboards of the main rating, from near to far. */
  ranks: { rank: string; position: string; total: string; where: string; isEverywhere: boolean }[];
  /** Among all players; null where they are few. */
  percentile: string | null;
  /** Singles next to doubles. */
  disciplines: (ShownRating & { name: string })[];
  brackets: (ShownRating & { name: string; rank: string | null })[];
  facts: { kind: 'peak' | 'goal' | 'record' | 'streak'; label: string; value: string }[];
  /** Of the last matches, the latest last. */
  form: { isWon: boolean; word: string; letter: string }[];
  /** Null where it is not shown. */
  people: ShownPeople | null;
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
  /** Who played against whom, the player's own team first. */
  teams: LinePart[];
  /** None in singles. */
  partners: string[];
  opponents: string[];
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
  /** Why an operator decided that the result stands though the player objects; null if none did. */
  decision: string | null;
  /** What the player can answer. */
  choices: {
    answer: string;
    label: string;
    /** Whether it is there for the few who need it. */
    isQuiet?: true;
  }[];
}

interface RatingsPage {
  menu: Menu;
  playerName: string;
  notice: NoticeWords | null;
  sports: ShownSport[];
  /** Whether they are on leaderboards that everybody sees. */
  isOnBoards: boolean;
  ranges: { label: string; address: string; isCurrent: boolean }[];
  /** Results that wait for the player, as a sentence; null for none. */
  waiting: string | null;
  /** Those played last. */
  results: ShownResult[];
}

export function renderRatings(page: RatingsPage): string {
  return renderAccountPage('ratings', { ...page, title: accountTexts().ratings.title });
}

interface MatchesPage {
  menu: Menu;
  notice: NoticeWords | null;
  /** How many results were reported under the player's address and are nobody's yet, as a pattern; null for none. */
  offeredResults: string | null;
  /** Those that wait for the player's answer. */
  openResults: ShownResult[];
  results: ShownResult[];
  /** Its own address, to come back to. */
  address: string;
  /** The first page, where this is another. */
  latest: string | null;
  /** The next page, where there is one. */
  earlier: string | null;
  formToken: string;
}

/** What may be expected of a match, in words. */
export interface ShownChance {
  chance: string;
  certainty: string;
  effects: { score: string; change: string }[];
}

interface WhatIfPage {
  menu: Menu;
  action: string;
  sports: { code: string; name: string; isChosen: boolean }[];
  /** What was searched for. */
  name: string;
  partnerIds: string[];
  opponentIds: string[];
  /** Those chosen, and where each is taken away. */
  partners: { name: string; address: string }[];
  opponents: { name: string; address: string }[];
  found: {
    name: string;
    city: string | null;
    asPartner: string | null;
    asOpponent: string | null;
  }[];
  hint: string | null;
  chance: ShownChance | null;
}

export function renderWhatIf(page: WhatIfPage): string {
  return renderAccountPage('what-if', { ...page, title: accountTexts().whatIf.title });
}

export function renderMatches(page: MatchesPage): string {
  return renderAccountPage('matches', { ...page, title: accountTexts().matches.title });
}

interface ClaimsPage {
  menu: Menu;
  playerEmail: string | null;
  /** With what a form names each result by. */
  results: (ShownResult & { participation: string })[];
  formToken: string;
}

export function renderClaims(page: ClaimsPage): string {
  return renderAccountPage('claims', { ...page, title: accountTexts().claims.title });
}
