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
  isOwnForm,
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

/** A player with the token of the session that speaks for them. */
export type LoggedInPlayer = Player & { session: string };

/** What a form of the account pages does, once it was found genuine. */
export type AccountStep = (form: PostedForm, player: LoggedInPlayer) => Promise<PageAnswer>;

/** Stands before every step: the form must come from a page of ours, in this player's session. */
export async function takeAccountForm(
  dependencies: Dependencies,
  raw: FastifyRequest,
  step: AccountStep,
): Promise<PageAnswer> {
  const form = readForm(dependencies, raw);
  if (!isOwnForm(dependencies, form)) return staleFormPage(ACCOUNT_PATH, form.requestId);
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
  /** Seconds, with 429. */
  retryAfter?: number;
  cookies?: string[];
  /** As of `HtmlAnswerOptions`. */
  isRestorable?: boolean;
}

/** A page with a form for anyone who has the browser, logged in or not, bound to the browser's visit. */
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

/** What such a form does, once it was found genuine. */
export type VisitStep = (form: PostedForm) => Promise<PageAnswer>;

/** Shows the page of a form again, with what is wrong with it. */
export type VisitView = (form: PostedForm, errors: FormError[]) => Promise<PageAnswer> | PageAnswer;

/** Takes such a form: it must come from a page of ours, in this browser's visit. */
export async function takeVisitForm(
  dependencies: Dependencies,
  form: PostedForm,
  address: string,
  step: VisitStep,
  showAgain?: VisitView,
): Promise<PageAnswer> {
  if (isGenuineForm(dependencies, form, 'visit')) return await step(form);
  return showAgain !== undefined && isOwnForm(dependencies, form)
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

/** The field for a password that is not known yet. */
export function newPasswordField(name: string, label: string): FormField {
  const hint = accountTexts().forms.newPasswordHint(PASSWORD_MINIMUM);
  const typed = { minLength: PASSWORD_MINIMUM, hint };
  return { name, label, type: 'password', autocomplete: 'new-password', ...typed };
}

/** The fields by which a player proves who they are: with a code, where two-step verification is on. */
export async function proofFields(
  { database }: Pick<Dependencies, 'database'>,
  memberId: string,
): Promise<FormField[]> {
  const isOff = (await findSecondFactor(database, memberId)) === null;
  return isOff ? [passwordField()] : [passwordField(), codeField()];
}

/** What became of a form: nothing yet, or why it was refused. */
export type Attempt = LogInRefusal | { status: 200; errors: [] };

export const untried: Attempt = { status: 200, errors: [] };

/** A page with a form by which a logged-in player proves who they are before something is done. */
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

/** A page of the account with forms, after an attempt at one of them. */
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

const notOnSettings: { readonly [Kind in Notice['kind']]?: string } = {
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

/** Leads to the page that shows what was done, which says it in words. */
export function doneAnswer(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  notice: Notice,
  cookies: string[] = [],
  realm: Realm = players,
): RedirectAnswer {
  const ofPlayer = notOnSettings[notice.kind] ?? SETTINGS_PATH;
  const address = realm.of === 'player' ? ofPlayer : realm.home;
  return redirectAnswer(address, [...cookies, setNotice(dependencies, notice, realm)]);
}

/** The menu of a player's pages; `waiting` is how many results wait for their answer. */
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

/** Where it leads: to the log-in, for who follows a link the second time, and to another link. */
interface NextSteps {
  home?: string;
  again?: Link;
}

/** The page for a link of a mail that was used, has expired, or never was. */
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
