import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import type { NoticeWords } from './words.ts';

export const templates = new Eta({ views: import.meta.dirname, cache: true });

export const styles = ['pages.css', 'consent.css', 'account.css', 'player.css']
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n');

/** What was wrong with a form, and the field that the summary links to. */
export interface FormFault {
  field: string | null;
  text: string;
}

export interface LogInPage {
  applicationName: string;
  formToken: string;
  /** The authorization parameters, to be sent back with the form. */
  authorization: string;
  /** What the player typed before. */
  email: string;
  faults: FormFault[];
  notice: NoticeWords | null;
}

export interface ConsentScope {
  name: string;
  title: string;
  detail: string;
  /** Part of every connection: shown, but not to be unticked. */
  fixed: boolean;
}

export interface ConsentPage {
  applicationName: string;
  /** The host, or the app, that the player goes back to. */
  returnsTo: string;
  playerName: string;
  playerEmail: string | null;
  scopes: ConsentScope[];
  formToken: string;
  authorization: string;
  notice: NoticeWords | null;
}

export interface MessagePage {
  title: string;
  paragraphs: string[];
  link?: { address: string; text: string };
  /** The other way to go on, where there are two. */
  otherLink?: { address: string; text: string };
  requestId: string;
}

export function renderLogIn(page: LogInPage): string {
  const title = page.faults.length === 0 ? 'Log in' : 'Error: Log in';
  return templates.render('log-in', { ...page, title, styles });
}

export function renderConsent(page: ConsentPage): string {
  return templates.render('consent', {
    ...page,
    initial: initialOf(page.applicationName),
    title: `Connect ${page.applicationName}`,
    styles,
  });
}

export function renderMessage(page: MessagePage): string {
  return templates.render('message', { ...page, styles });
}

/** The first page of the service's address. */
export function renderHome(): string {
  return templates.render('home', { title: 'Player ratings', styles });
}

/** The first letter of a name, as a person sees letters: it stands where a logo would. */
export function initialOf(name: string): string {
  const [initial] = new Intl.Segmenter().segment(name);
  return initial?.segment ?? '';
}
