// The parts that the forms of the account pages have in common.

import type { FastifyRequest } from 'fastify';
import { PASSWORD_MINIMUM } from '../../connect/login/domain/passwords.ts';
import type { LogInRefusal } from '../../connect/login/domain/refusals.ts';
import {
  codeField,
  type Notice,
  outdatedFormAnswer,
  setNotice,
} from '../../connect/login/notice.ts';
import {
  type Cookies,
  createFormToken,
  isGenuineForm,
  isSameOriginForm,
  newVisit,
  outdatedForm,
  type PostedForm,
  readForm,
  setCookie,
} from '../../connect/login/posted-form.ts';
import { players, type Realm } from '../../connect/login/realms.ts';
import { findPlayer, type Player } from '../../connect/login/sessions.ts';
import { findSecondFactor } from '../../connect/login/store/second-factors.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import {
  type HtmlAnswer,
  type HtmlAnswerOptions,
  htmlAnswer,
  type PageAnswer,
  type RedirectAnswer,
  redirectAnswer,
} from '../../platform/pages/answer.ts';
import { staleFormPage } from '../../platform/pages/message-pages.ts';
import {
  type FormError,
  type FormField,
  type FormPage,
  type Menu,
  type MessagePage,
  renderForm,
  renderMessage,
} from '../../platform/pages/render.ts';
import { MATCHES_PATH } from '../domain/page-words.ts';
import { accountTexts } from '../domain/texts.ts';

export const ACCOUNT_PATH = '/account';

export const SETTINGS_PATH = '/account/settings';

export const SHARING_PATH = '/account/sharing';

/** A player with the token of their session. */
export type LoggedInPlayer = Player & { session: string };

/** Handles a form of the account pages, after the form was found genuine. */
export type AccountStep = (form: PostedForm, player: LoggedInPlayer) => Promise<PageAnswer>;

/** Checks each form before its step: it must come from a page of ours in this player's session. */
export async function takeAccountForm(
  dependencies: Dependencies,
  raw: FastifyRequest,
  step: AccountStep,
): Promise<PageAnswer> {
  const form = readForm(dependencies, raw);
  if (!isSameOriginForm(dependencies, form)) return staleFormPage(ACCOUNT_PATH, form.requestId);
  const player = isGenuineForm(dependencies, form, 'session')
    ? await findLoggedIn(dependencies, form.cookies.session)
    : null;
  // The session ended, or the player logged in again in another tab.
  return player === null
    ? outdatedFormAnswer(dependencies, ACCOUNT_PATH)
    : await step(form, player);
}

export async function findLoggedIn(
  dependencies: Dependencies,
  session: string | null,
): Promise<LoggedInPlayer | null> {
  const player = await findPlayer(dependencies, session);
  return player === null || session === null ? null : { ...player, session };
}

interface VisitPage extends Omit<FormPage, 'formToken'> {
  status?: number;
  /** In seconds, with 429. */
  retryAfter?: number;
  cookies?: string[];
  /** See `HtmlAnswerOptions`. */
  isRestorable?: boolean;
}

/** Returns a page with a form that needs no log-in. The form is bound to the browser's visit cookie. */
export function visitPage(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  { realm, visit: known }: Cookies,
  { retryAfter, cookies = [], isRestorable = false, ...page }: VisitPage,
): HtmlAnswer {
  const visit = known ?? newVisit();
  const visitCookies = known === null ? [setCookie(publicUrl, realm, 'visit', visit)] : [];
  const { status = page.errors.length === 0 ? 200 : 422 } = page;
  return htmlAnswer(status, renderForm({ ...page, formToken: createFormToken(visit) }), {
    formAction: 'self',
    isRestorable,
    cookies: [...visitCookies, ...cookies],
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** Handles a form that needs no log-in, after the form was found genuine. */
export type VisitStep = (form: PostedForm) => Promise<PageAnswer>;

/** Shows the page of a form again with its errors. */
export type VisitView = (form: PostedForm, errors: FormError[]) => Promise<PageAnswer> | PageAnswer;

/** Accepts a form that needs no log-in if it comes from a page of ours and has this browser's visit cookie. */
export async function takeVisitForm(
  dependencies: Dependencies,
  form: PostedForm,
  address: string,
  step: VisitStep,
  showAgain?: VisitView,
): Promise<PageAnswer> {
  if (isGenuineForm(dependencies, form, 'visit')) return await step(form);
  return showAgain !== undefined && isSameOriginForm(dependencies, form)
    ? await showAgain(form, [outdatedForm()])
    : staleFormPage(address, form.requestId);
}

export function passwordField(label = accountTexts().forms.password): FormField {
  return { name: 'password', label, type: 'password', autocomplete: 'current-password' };
}

export function emailField(value: string, autocomplete = 'username'): FormField {
  const label = accountTexts().forms.email;
  return { name: 'email', label, type: 'email', autocomplete, maxLength: 254, value };
}

export function newPasswordField(name: string, label: string): FormField {
  const hint = accountTexts().forms.newPasswordHint(PASSWORD_MINIMUM);
  const typed = { minLength: PASSWORD_MINIMUM, hint };
  return { name, label, type: 'password', autocomplete: 'new-password', ...typed };
}

/** Returns the fields by which a player proves who they are: the password and, with two-step verification, a code. */
export async function proofFields(
  { database }: Pick<Dependencies, 'database'>,
  memberId: string,
): Promise<FormField[]> {
  const isOff = (await findSecondFactor(database, memberId)) === null;
  return isOff ? [passwordField()] : [passwordField(), codeField()];
}

/** The state of a form: new, or refused for this reason. */
export type Attempt = LogInRefusal | { status: 200; errors: [] };

export const untried: Attempt = { status: 200, errors: [] };

/** Returns a page with a form that asks a logged-in player for the proof before an action. */
export function proofPage(
  { email, session }: LoggedInPlayer,
  page: Omit<FormPage, 'formToken' | 'username' | 'cancel' | 'errors'>,
  attempt: Attempt,
): HtmlAnswer {
  const { errors } = attempt;
  const formToken = createFormToken(session);
  const form = { ...page, username: email, cancel: SETTINGS_PATH, formToken, errors };
  return attemptAnswer(attempt, renderForm(form));
}

/** Returns an account page with forms, after an attempt at one of them. */
export function attemptAnswer(
  attempt: Attempt,
  html: string,
  options: Pick<HtmlAnswerOptions, 'isRestorable' | 'cookies'> = {},
): HtmlAnswer {
  return htmlAnswer(attempt.status, html, {
    ...options,
    formAction: 'self',
    ...('retryAfter' in attempt && { retryAfter: attempt.retryAfter }),
  });
}

// The pages that show a notice. The settings page shows all other notices.
const pageOfNotice: { readonly [Kind in Notice['kind']]?: string } = {
  registered: ACCOUNT_PATH,
  'logged-out': ACCOUNT_PATH,
  erased: ACCOUNT_PATH,
  'browser-allowed': ACCOUNT_PATH,
  'password-reset': ACCOUNT_PATH,
  'results-claimed': MATCHES_PATH,
  shared: SHARING_PATH,
  'sharing-saved': SHARING_PATH,
  'sharing-moved': SHARING_PATH,
  'not-shared': SHARING_PATH,
};

/** Redirects to the page that shows the result, with a notice. */
export function doneAnswer(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  notice: Notice,
  cookies: string[] = [],
  realm: Realm = players,
): RedirectAnswer {
  const ofPlayer = pageOfNotice[notice.kind] ?? SETTINGS_PATH;
  const address = realm.of === 'player' ? ofPlayer : realm.home;
  return redirectAnswer(address, [...cookies, setNotice(dependencies, notice, realm)]);
}

/** Returns the menu of a player's pages. `waiting` is the number of results that wait for an answer. */
export function playerMenu(
  { name, session }: Pick<LoggedInPlayer, 'name' | 'session'>,
  current: string,
  waiting = 0,
): Menu {
  const { label, ratings, matches, matchesWaiting, settings } = accountTexts().menu;
  const pages = [
    { text: ratings, address: ACCOUNT_PATH },
    { text: waiting === 0 ? matches : matchesWaiting(waiting), address: MATCHES_PATH },
    { text: settings, address: SETTINGS_PATH },
  ];
  return {
    label,
    links: pages.map((page) => ({ ...page, isCurrent: page.address === current })),
    ...{ name, logOut: '/account/log-out', formToken: createFormToken(session) },
  };
}

type Link = NonNullable<MessagePage['link']>;

/** The links on the page for an expired link. */
interface NextSteps {
  /** Where to log in, because the expired link may have done its work already. */
  home?: string;
  /** Where to ask for a new link. */
  again?: Link;
}

/** Returns the page for a link from a mail that was used, has expired, or is unknown. */
export function expiredLinkPage(
  requestId: string,
  { home = ACCOUNT_PATH, again }: NextSteps,
): HtmlAnswer<410> {
  const { title, paragraphs, logIn: text } = accountTexts().expiredLink;
  const page = renderMessage({
    ...{ title, paragraphs },
    link: { address: home, text },
    ...(again !== undefined && { otherLink: again }),
    requestId,
  });
  return htmlAnswer(410, page);
}
