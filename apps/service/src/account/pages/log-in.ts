import { connectTexts } from '../../connect/domain/texts.ts';
import { allowBrowser, deviceCookie, isLogInLink } from '../../connect/login/devices.ts';
import type { LogInRefusal } from '../../connect/login/domain/refusals.ts';
import { attemptLogIn, type LogInTools } from '../../connect/login/log-in.ts';
import { attemptCode, isLoggedInByTicket } from '../../connect/login/log-in-code.ts';
import { logInCodeForm, outdatedFormAnswer, type TakenNotice } from '../../connect/login/notice.ts';
import {
  type Cookies,
  createFormToken,
  newVisit,
  type PostedForm,
  setCookie,
} from '../../connect/login/posted-form.ts';
import { forgottenPath, linkPath, type Realm } from '../../connect/login/realms.ts';
import { isLoggedInAs, logInCookies } from '../../connect/login/sessions.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type HtmlAnswer, type PageAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import { type FormError, titleWith } from '../../platform/pages/render.ts';
import { accountTexts } from '../domain/texts.ts';
import {
  type Attempt,
  attemptAnswer,
  doneAnswer,
  expiredLinkPage,
  untried,
  type VisitStep,
  type VisitView,
  visitPage,
} from './account-form.ts';
import { renderAccountPage } from './render-page.ts';

export const logInPath = ({ home }: Realm) => `${home}/log-in`;

const noNotice: TakenNotice = { words: null, cookies: [] };

/** Returns the log-in page. A browser without a visit cookie gets one, to which the form is bound. */
export function accountLogInPage(
  { publicUrl, configuration }: Pick<Dependencies, 'publicUrl' | 'configuration'>,
  cookies: Cookies,
  notice: TakenNotice,
  attempt: Attempt & { email: string } = { ...untried, email: '' },
): HtmlAnswer {
  const { status, email, errors } = attempt;
  const visit = cookies.visit ?? newVisit();
  const formToken = createFormToken(visit);
  const { realm } = cookies;
  const canRegister = realm.of === 'player' || configuration.partnerSignUp !== 'off';
  const texts = connectTexts();
  const page = renderAccountPage('account-log-in', {
    ...{ texts, formToken, email, errors, notice: notice.words },
    title: titleWith(errors, texts.logIn.heading),
    lead: realm.of === 'player' ? texts.logIn.toAccount : texts.logIn.toConsole,
    home: realm.home,
    register: canRegister ? realm.register : null,
    forgotten: forgottenPath(realm),
  });
  const visitCookies = cookies.visit === null ? [setCookie(publicUrl, realm, 'visit', visit)] : [];
  return attemptAnswer(attempt, page, {
    isRestorable: status !== 200,
    cookies: [...visitCookies, ...notice.cookies],
  });
}

/** Shows the log-in page again with the errors of its form. */
export function showLogInAgain(dependencies: Dependencies): VisitView {
  return ({ field, cookies }, errors) =>
    accountLogInPage(dependencies, cookies, noNotice, {
      status: 422,
      email: field('email'),
      errors,
    });
}

/** Handles the log-in form: begins a session and redirects to the account, or asks for a code. */
export function logIn(dependencies: Dependencies, tools: LogInTools): VisitStep {
  return async (form) => {
    // In another tab, or before the player went back to this page.
    const { home } = form.cookies.realm;
    if (await isLoggedInAs(dependencies, form.cookies, form.field('email'))) {
      return redirectAnswer(home);
    }
    const outcome = await attemptLogIn(dependencies, tools, form);
    if ('errors' in outcome) {
      const attempt = { ...outcome, email: form.field('email') };
      return accountLogInPage(dependencies, form.cookies, noNotice, attempt);
    }
    return 'ticket' in outcome
      ? codePage(dependencies, form.cookies, outcome.ticket)
      : redirectAnswer(home, logInCookies(dependencies, outcome));
  };
}

/** Handles the form for the code: begins a session and redirects to the account. */
export function logInWithCode(dependencies: Dependencies, tools: LogInTools): VisitStep {
  return async (form) => {
    const { realm } = form.cookies;
    const { home } = realm;
    if (await isLoggedInByTicket(dependencies, tools, form)) return redirectAnswer(home);
    const outcome = await attemptCode(dependencies, tools, form);
    if (outcome === null) return outdatedFormAnswer(dependencies, home, realm);
    return 'errors' in outcome
      ? codePage(dependencies, form.cookies, form.field('ticket'), outcome)
      : redirectAnswer(home, logInCookies(dependencies, outcome));
  };
}

function codePage(
  dependencies: Dependencies,
  cookies: Cookies,
  ticket: string,
  { errors, ...answer }: LogInRefusal | { errors: [] } = { errors: [] },
): HtmlAnswer {
  const form = logInCodeForm({
    action: `${logInPath(cookies.realm)}/code`,
    hidden: { ticket },
    errors,
    startAgain: cookies.realm.home,
  });
  return visitPage(dependencies, cookies, { ...form, ...answer, isRestorable: true });
}

/** Returns the words of the page of a link that lets a browser log in, for players and for operators. */
export function allowBrowserWords() {
  const { heading, lead, submit } = accountTexts().allowBrowser;
  return { heading, lead, submit };
}

/** Returns the page of that link. Only a form consumes the link, because programs that scan mails open links too. */
export async function logInLinkPage(
  dependencies: Dependencies,
  cookies: Cookies,
  token: string,
  requestId: string,
  errors: FormError[] = [],
): Promise<PageAnswer> {
  const { of, home } = cookies.realm;
  if (!(await isLogInLink(dependencies, of, token))) return expiredLinkPage(requestId, { home });
  return visitPage(dependencies, cookies, {
    ...allowBrowserWords(),
    action: linkPath(cookies.realm, 'log-in'),
    hidden: { token },
    fields: [],
    errors,
    errorHeading: accountTexts().allowBrowser.notAllowed,
  });
}

/** Handles the form of that page. The browser may try to log in for an hour. Nobody is logged in yet. */
export function submitLogInLink(dependencies: Dependencies) {
  return async ({ field, cookies, raw, requestId }: PostedForm): Promise<PageAnswer> => {
    const userAgent = raw.headers['user-agent'] ?? null;
    const browser = { device: cookies.device, userAgent };
    const { realm } = cookies;
    const { of, home } = realm;
    const device = await allowBrowser(dependencies, of, field('token'), browser);
    if (device === null) return expiredLinkPage(requestId, { home });
    const set = [deviceCookie(dependencies.publicUrl, realm, device)];
    return doneAnswer(dependencies, { kind: 'browser-allowed' }, set, realm);
  };
}
