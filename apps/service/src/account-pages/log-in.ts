import type { FastifyRequest } from 'fastify';
import { attemptLogIn, type LogInRefusal } from '../accounts/attempt-log-in.ts';
import { type Cookies, clearCookie, newVisit, setCookie } from '../accounts/cookies.ts';
import { deviceCookie } from '../accounts/devices.ts';
import { createFormToken } from '../accounts/form-token.ts';
import type { LogInThrottle } from '../accounts/log-in-throttle.ts';
import { isGenuineForm, readForm } from '../accounts/posted-form.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import {
  type HtmlAnswer,
  htmlAnswer,
  type PageAnswer,
  redirectAnswer,
} from '../platform/pages/answer.ts';
import { staleFormPage } from '../platform/pages/message-pages.ts';
import { renderAccountLogIn } from '../platform/pages/render-account.ts';
import { ACCOUNT_PATH } from './account-form.ts';
import type { TakenNotice } from './notice.ts';

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
    formAction: '',
    cookies: [...visitCookies, ...notice.cookies],
    ...('retryAfter' in attempt && { retryAfter: attempt.retryAfter }),
  });
}

/** The form of the log-in page: a new session, then on to the account. */
export async function logIn(
  dependencies: Dependencies,
  throttle: LogInThrottle,
  raw: FastifyRequest,
): Promise<PageAnswer> {
  const { publicUrl, configuration } = dependencies;
  const form = readForm(dependencies, raw);
  if (!isGenuineForm(dependencies, form, 'visit')) {
    return staleFormPage(ACCOUNT_PATH, form.requestId);
  }
  const outcome = await attemptLogIn(dependencies, throttle, form);
  if ('faults' in outcome) {
    const attempt = { ...outcome, email: form.field('email') };
    return accountLogInPage(dependencies, form.cookies, noNotice, attempt);
  }
  return redirectAnswer(ACCOUNT_PATH, [
    setCookie(publicUrl, 'session', outcome.session, configuration.sessionLifetime),
    deviceCookie(publicUrl, outcome.device),
    clearCookie(publicUrl, 'visit'),
  ]);
}
