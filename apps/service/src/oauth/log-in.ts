import { attemptCode, type CodeAttempts, isLoggedInByTicket } from '../accounts/attempt-code.ts';
import { attemptLogIn } from '../accounts/attempt-log-in.ts';
import { logInCookies } from '../accounts/complete-log-in.ts';
import type { LogInThrottle } from '../accounts/log-in-throttle.ts';
import type { LogInTickets } from '../accounts/log-in-ticket.ts';
import { outdatedFormAnswer } from '../accounts/notice.ts';
import { isLoggedInAs } from '../accounts/sessions.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { redirectAnswer } from '../platform/pages/answer.ts';
import { authorizePath } from './authorize-path.ts';
import type { ConnectStep } from './connect-form.ts';
import { logInCodePage, logInPage } from './connect-pages.ts';

/** The log-in form: a new session, then on to consent; or a code is asked for. */
export function logIn(
  dependencies: Dependencies,
  throttle: LogInThrottle,
  tickets: LogInTickets,
): ConnectStep {
  return async (form, request) => {
    // In another tab, or before the player went back to this page.
    if (await isLoggedInAs(dependencies, form.cookies.session, form.field('email'))) {
      return redirectAnswer(authorizePath(request.query));
    }
    const outcome = await attemptLogIn(dependencies, throttle, tickets, form);
    if ('faults' in outcome) {
      const email = form.field('email');
      return logInPage(dependencies, request, form.cookies, { ...outcome, email });
    }
    return 'ticket' in outcome
      ? logInCodePage(dependencies, request, form.cookies, { ...outcome, status: 200, faults: [] })
      : redirectAnswer(authorizePath(request.query), logInCookies(dependencies, outcome));
  };
}

/** The form for the code: a new session, then on to consent. */
export function logInWithCode(dependencies: Dependencies, attempts: CodeAttempts): ConnectStep {
  return async (form, request) => {
    if (await isLoggedInByTicket(dependencies, attempts, form)) {
      return redirectAnswer(authorizePath(request.query));
    }
    const outcome = await attemptCode(dependencies, attempts, form);
    if (outcome === null) return outdatedFormAnswer(dependencies, authorizePath(request.query));
    if ('faults' in outcome) {
      const ticket = form.field('ticket');
      return logInCodePage(dependencies, request, form.cookies, { ...outcome, ticket });
    }
    return redirectAnswer(authorizePath(request.query), logInCookies(dependencies, outcome));
  };
}
