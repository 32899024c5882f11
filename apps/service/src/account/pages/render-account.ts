import { codeField } from '../../connect/login/notice.ts';
import {
  type FormFault,
  initialOf,
  type Moment,
  type NoticeWords,
  styles,
  templates,
} from '../../platform/pages/render.ts';
import type { RatingChart } from '../domain/rating-chart.ts';

interface AccountLogInPage {
  formToken: string;
  /** What the player typed before. */
  email: string;
  faults: FormFault[];
  notice: NoticeWords | null;
}

export interface ShownApplication {
  clientId: string;
  name: string;
  /** What the player allowed, a line each. */
  grants: string[];
  connected: Moment;
  /** When it was allowed again, or something else; null where it never was. */
  changed: Moment | null;
  /** Null where it never read the player's data. */
  lastUsed: Moment | null;
}

export interface ShownSession {
  id: string;
  browser: string;
  isHandheld: boolean;
  isCurrent: boolean;
  loggedIn: Moment;
  lastUsed: Moment;
}

/** What imports said of somebody under the player's address. */
export interface ShownReported {
  /** What a form names them by. */
  id: string;
  /** The name, and how many results. */
  words: string;
  /** Whether it is the player's own name: it is included without being selected. */
  isOwnName: boolean;
  isSelected: boolean;
}

export interface AccountPage extends PlayerView {
  playerName: string;
  playerEmail: string | null;
  notice: NoticeWords | null;
  applications: ShownApplication[];
  /** How many results were reported under the player's address and are nobody's yet; null for none. */
  offeredResults: string | null;
  reported: ShownReported[];
  /** Whether the player wants to be found by search and on leaderboards. */
  isDiscoverable: boolean;
  /** Whether they are under 16, and so cannot choose to be found. */
  isTooYoung: boolean;
  /** Where their share page is, null for none, and whether they are too young for one. */
  sharing: { address: string | null; isTooYoung: boolean };
  sessions: ShownSession[];
  passwordChanged: Moment;
  /** Null where the address was not proven by a link yet. */
  emailProven: Moment | null;
  /** Null where it is off. */
  secondFactor: { enabled: Moment; recoveryCodes: string } | null;
  formToken: string;
}

interface DisconnectPage {
  applicationName: string;
  clientId: string;
  grants: string[];
  formToken: string;
}

interface PasswordPage {
  playerEmail: string | null;
  /** Whether the second factor is on. */
  asksForCode: boolean;
  /** Characters that a new password has at least. */
  minimumLength: number;
  faults: FormFault[];
  formToken: string;
}

interface ErasePage {
  playerEmail: string | null;
  /** Whether the second factor is on. */
  asksForCode: boolean;
  /** The names of the applications whose access ends with it. */
  applications: string[];
  reported: ShownReported[];
  faults: FormFault[];
  formToken: string;
}

export function renderAccountLogIn(page: AccountLogInPage): string {
  return templates.render('account/pages/templates/account-log-in', {
    ...page,
    title: titleOf('Log in', page),
    styles,
  });
}

export function renderAccount(page: AccountPage): string {
  const applications = page.applications.map((application) => ({
    ...application,
    initial: initialOf(application.name),
  }));
  return templates.render('account/pages/templates/account', {
    ...page,
    applications,
    title: 'Your account',
    styles,
  });
}

interface ClaimsPage {
  playerEmail: string | null;
  /** With what a form names each result by. */
  results: (ShownResult & { participation: string })[];
  formToken: string;
}

export function renderClaims(page: ClaimsPage): string {
  return templates.render('account/pages/templates/claims', {
    ...page,
    title: 'Which of these did you play?',
    styles,
  });
}

interface ActivityPage {
  entries: { what: string; who: string; when: Moment }[];
  /** The number of the last entry, where there are older ones. */
  older: number | null;
}

export function renderActivity(page: ActivityPage): string {
  return templates.render('account/pages/templates/activity', {
    ...page,
    title: 'Activity',
    styles,
  });
}

export function renderDisconnect(page: DisconnectPage): string {
  return templates.render('account/pages/templates/disconnect', {
    ...page,
    initial: initialOf(page.applicationName),
    title: `Disconnect ${page.applicationName}`,
    styles,
  });
}

export function renderPassword({ asksForCode, ...page }: PasswordPage): string {
  const title = titleOf('Change password', page);
  const field = asksForCode ? codeField : null;
  return templates.render('account/pages/templates/password', {
    ...page,
    codeField: field,
    title,
    styles,
  });
}

export function renderErase({ asksForCode, ...page }: ErasePage): string {
  const title = titleOf('Erase your account', page);
  const field = asksForCode ? codeField : null;
  return templates.render('account/pages/templates/erase', {
    ...page,
    codeField: field,
    title,
    styles,
  });
}

// The title is the first thing a screen reader says: there the fault must be heard.
function titleOf(title: string, { faults }: { faults: FormFault[] }): string {
  return faults.length === 0 ? title : `Error: ${title}`;
}

/** How a rating went over a time. */
interface ShownHistory {
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

interface MatchesPage {
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

interface SharedPage {
  name: string;
  sports: ShownSport[];
}

export function renderSharedPage(page: SharedPage): string {
  return templates.render('account/pages/templates/shared-page', {
    ...page,
    title: `Ratings of ${page.name}`,
    styles,
  });
}

export function renderMatches(page: MatchesPage): string {
  return templates.render('account/pages/templates/matches', {
    ...page,
    title: 'Your matches',
    styles,
  });
}
