import { connectTexts } from '../../connect/domain/texts.ts';
import { codeField } from '../../connect/login/notice.ts';
import { forgottenPath, type Realm } from '../../connect/login/realms.ts';
import type { LinePart, Moment } from '../../platform/pages/domain/naming-line.ts';
import {
  type FormError,
  initialOf,
  type Menu,
  type NoticeWords,
  titleWith,
} from '../../platform/pages/render.ts';
import { accountTexts } from '../domain/texts.ts';

import type { ShownMail } from './mails.ts';
import { renderAccountPage } from './render-page.ts';

interface AccountLogInPage {
  realm: Realm;
  /** Whether new people may register. */
  canRegister: boolean;
  formToken: string;
  /** What was typed before. */
  email: string;
  errors: FormError[];
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
  words: LinePart[];
  /** Whether it is the player's own name: it is included without being selected. */
  isOwnName: boolean;
  isSelected: boolean;
}

export interface SettingsPage {
  menu: Menu;
  /** What is known of the player, in words. */
  profile: { label: string; value: string }[];
  playerEmail: string | null;
  notice: NoticeWords | null;
  applications: ShownApplication[];
  reported: ShownReported[];
  /** Whether the player wants to be found by search and on leaderboards. */
  isDiscoverable: boolean;
  /** Whether they are under 16, and so cannot choose to be found. */
  isTooYoung: boolean;
  /** Whether they have a share page. */
  isSharing: boolean;
  /** The mails about matches; null if the service sends none. */
  mails: ShownMail[] | null;
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

interface ErasePage {
  playerEmail: string | null;
  /** Whether two-step verification is on. */
  asksForCode: boolean;
  /** The names of the applications whose access ends with it. */
  applications: string[];
  reported: ShownReported[];
  errors: FormError[];
  formToken: string;
}

export function renderAccountLogIn({ realm, canRegister, ...page }: AccountLogInPage): string {
  const texts = connectTexts();
  const title = titleWith(page.errors, texts.logIn.heading);
  const { home, register } = realm;
  return renderAccountPage('account-log-in', {
    ...{ ...page, texts, title, home, register: canRegister ? register : null },
    lead: realm.of === 'player' ? texts.logIn.toAccount : texts.logIn.toConsole,
    forgotten: forgottenPath(realm),
  });
}

export function renderSettings(page: SettingsPage): string {
  const applications = page.applications.map((application) => ({
    ...application,
    initial: initialOf(application.name),
  }));
  const { title } = accountTexts().settings;
  return renderAccountPage('settings', { ...page, applications, title });
}

interface ActivityPage {
  menu: Menu;
  entries: { what: LinePart[]; who: LinePart[]; when: Moment }[];
  /** The number of the last entry, where there are older ones. */
  older: number | null;
}

export function renderActivity(page: ActivityPage): string {
  return renderAccountPage('activity', { ...page, title: accountTexts().activity.title });
}

export function renderDisconnect(page: DisconnectPage): string {
  const title = accountTexts().disconnect.title(page.applicationName);
  return renderAccountPage('disconnect', {
    ...{ ...page, initial: initialOf(page.applicationName), title },
  });
}

export function renderErase({ asksForCode, ...page }: ErasePage): string {
  return renderAccountPage('erase', {
    ...page,
    codeField: asksForCode ? codeField() : null,
    title: titleWith(page.errors, accountTexts().erase.title),
  });
}
