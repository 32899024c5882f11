import { attemptCode, type CodeAttempts, isLoggedInByTicket } from '../accounts/attempt-code.ts';
import { attemptLogIn, type LogInRefusal } from '../accounts/attempt-log-in.ts';
import { logInCookies } from '../accounts/complete-log-in.ts';
import { type Cookies, newVisit, setCookie } from '../accounts/cookies.ts';
import { createFormToken } from '../accounts/form-token.ts';
import type { LogInThrottle } from '../accounts/log-in-throttle.ts';
import type { LogInTickets } from '../accounts/log-in-ticket.ts';
import { outdatedFormAnswer, type TakenNotice } from '../accounts/notice.ts';
import { isLoggedInAs } from '../accounts/sessions.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import { logInCodeForm } from '../platform/pages/log-in-code-form.ts';
import { renderAccountLogIn } from '../platform/pages/render-account.ts';
import { ACCOUNT_PATH } from './account-form.ts';
import { type VisitStep, type VisitView, visitPage } from './visit-form.ts';

export const LOG_IN_PATH = '/account/log-in';
export const LOG_IN_CODE_PATH = `${LOG_IN_PATH}/code`;

type Attempt = { email: string } & (LogInRefusal | { status: 200; faults: [] });

const noNotice: TakenNotice = { words: null, cookies: [] };

/** The log-in page; a browser without a visit is given one, to which the form is bound. */
export function accountLogInPage(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  cookies: Cookies,
  notice: TakenNotice,
  attempt: Attempt = { status: 200, email: '', faults: [] },
): HtmlAnswer {
  const { status, email, faults } = attempt;
  const visit = cookies.visit ?? newVisit();
  const formToken = createFormToken(visit);
  const page = renderAccountLogIn({ formToken, email, faults, notice: notice.words });
  const visitCookies = cookies.visit === null ? [setCookie(publicUrl, 'visit', visit)] : [];
  return htmlAnswer(status, page, {
    formAction: 'self',
    isRestorable: status !== 200,
    cookies: [...visitCookies, ...notice.cookies],
    ...('retryAfter' in attempt && { retryAfter: attempt.retryAfter }),
  });
}

/** Shows the log-in page again, with what is wrong with its form. */
export function showLogInAgain(dependencies: Dependencies): VisitView {
  return ({ field, cookies }, faults) =>
    accountLogInPage(dependencies, cookies, noNotice, {
      status: 422,
      email: field('email'),
      faults,
    });
}

/** The form of the log-in page: a new session, then on to the account; or a code is asked for. */
export function logIn(
  dependencies: Dependencies,
  throttle: LogInThrottle,
  tickets: LogInTickets,
): VisitStep {
  return async (form) => {
    // In another tab, or before the player went back to this page.
    if (await isLoggedInAs(dependencies, form.cookies.session, form.field('email'))) {
      return redirectAnswer(ACCOUNT_PATH);
    }
    const outcome = await attemptLogIn(dependencies, throttle, tickets, form);
    if ('faults' in outcome) {
      const attempt = { ...outcome, email: form.field('email') };
      return accountLogInPage(dependencies, form.cookies, noNotice, attempt);
    }
    return 'ticket' in outcome
      ? codePage(dependencies, form.cookies, outcome.ticket)
      : redirectAnswer(ACCOUNT_PATH, logInCookies(dependencies, outcome));
  };
}

/** The form for the code: a new session, then on to the account. */
export function logInWithCode(dependencies: Dependencies, attempts: CodeAttempts): VisitStep {
  return async (form) => {
    if (await isLoggedInByTicket(dependencies, attempts, form)) return redirectAnswer(ACCOUNT_PATH);
    const outcome = await attemptCode(dependencies, attempts, form);
    if (outcome === null) return outdatedFormAnswer(dependencies, ACCOUNT_PATH);
    return 'faults' in outcome
      ? codePage(dependencies, form.cookies, form.field('ticket'), outcome)
      : redirectAnswer(ACCOUNT_PATH, logInCookies(dependencies, outcome));
  };
}

function codePage(
  dependencies: Dependencies,
  cookies: Cookies,
  ticket: string,
  { faults, ...answer }: LogInRefusal | { faults: [] } = { faults: [] },
): HtmlAnswer {
  const form = logInCodeForm({
    action: LOG_IN_CODE_PATH,
    hidden: { ticket },
    faults,
    startAgain: ACCOUNT_PATH,
  });
  return visitPage(dependencies, cookies, { ...form, ...answer, isRestorable: true });
}
