import { codeField } from './log-in-code-form.ts';
import { type FormFault, initialOf, styles, templates } from './render.ts';
import type { PlayerView, ShownResult } from './render-player.ts';
import type { Moment, NoticeWords } from './words.ts';

export interface AccountLogInPage {
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

export interface DisconnectPage {
  applicationName: string;
  clientId: string;
  grants: string[];
  formToken: string;
}

export interface PasswordPage {
  playerEmail: string | null;
  /** Whether the second factor is on. */
  asksForCode: boolean;
  /** Characters that a new password has at least. */
  minimumLength: number;
  faults: FormFault[];
  formToken: string;
}

export interface ErasePage {
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
  return templates.render('account-log-in', { ...page, title: titleOf('Log in', page), styles });
}

export function renderAccount(page: AccountPage): string {
  const applications = page.applications.map((application) => ({
    ...application,
    initial: initialOf(application.name),
  }));
  return templates.render('account', { ...page, applications, title: 'Your account', styles });
}

export interface ClaimsPage {
  playerEmail: string | null;
  /** With what a form names each result by. */
  results: (ShownResult & { participation: string })[];
  formToken: string;
}

export function renderClaims(page: ClaimsPage): string {
  return templates.render('claims', { ...page, title: 'Which of these did you play?', styles });
}

export interface ActivityPage {
  entries: { what: string; who: string; when: Moment }[];
  /** The number of the last entry, where there are older ones. */
  older: number | null;
}

export function renderActivity(page: ActivityPage): string {
  return templates.render('activity', { ...page, title: 'Activity', styles });
}

export function renderDisconnect(page: DisconnectPage): string {
  return templates.render('disconnect', {
    ...page,
    initial: initialOf(page.applicationName),
    title: `Disconnect ${page.applicationName}`,
    styles,
  });
}

export function renderPassword({ asksForCode, ...page }: PasswordPage): string {
  const title = titleOf('Change password', page);
  const field = asksForCode ? codeField : null;
  return templates.render('password', { ...page, codeField: field, title, styles });
}

export function renderErase({ asksForCode, ...page }: ErasePage): string {
  const title = titleOf('Erase your account', page);
  const field = asksForCode ? codeField : null;
  return templates.render('erase', { ...page, codeField: field, title, styles });
}

// The title is the first thing a screen reader says: there the fault must be heard.
function titleOf(title: string, { faults }: { faults: FormFault[] }): string {
  return faults.length === 0 ? title : `Error: ${title}`;
}
