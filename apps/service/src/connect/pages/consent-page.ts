// The pages of the connect flow: log-in, code, consent, and errors.

import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer } from '../../platform/pages/answer.ts';
import {
  type FormError,
  initialOf,
  renderForm,
  renderMessage,
  renderPage,
  titleWith,
} from '../../platform/pages/render.ts';
import { authorizePath } from '../authorization-answers.ts';
import {
  type AuthorizationRequest,
  describeDestination,
  type PageError,
} from '../domain/authorization-request.ts';
import { consentWords, offeredScopes } from '../domain/scopes.ts';
import { connectTexts } from '../domain/texts.ts';
import { logInCodeForm, type TakenNotice } from '../login/notice.ts';
import { type Cookies, createFormToken, newVisit, setCookie } from '../login/posted-form.ts';
import type { Player } from '../login/sessions.ts';

interface LogInAttempt<Status extends number> {
  status: Status;
  email: string;
  errors: FormError[];
  retryAfter?: number;
  notice?: TakenNotice;
}

/** Returns the log-in page. A browser without a visit cookie gets one, to which the form is bound. */
export function logInPage<Status extends number>(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  request: AuthorizationRequest,
  cookies: Cookies,
  { email, errors, notice, ...attempt }: LogInAttempt<Status>,
): HtmlAnswer<Status> {
  const texts = connectTexts();
  const isRestorable = attempt.status !== 200;
  const answer = { ...attempt, isRestorable, noticeCookies: notice?.cookies };
  return visitAnswer(dependencies, cookies, answer, (formToken) =>
    renderPage('connect/pages/templates/log-in', {
      title: titleWith(errors, texts.logIn.heading),
      applicationName: request.application.name,
      authorization: request.query,
      notice: notice?.words ?? null,
      ...{ texts, formToken, email, errors },
    }),
  );
}

interface CodeAttempt<Status extends number>
  extends Omit<LogInAttempt<Status>, 'email' | 'notice'> {
  ticket: string;
}

/** Returns the page that asks for a code after the right password. */
export function logInCodePage<Status extends number>(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  request: AuthorizationRequest,
  cookies: Cookies,
  { ticket, errors, ...attempt }: CodeAttempt<Status>,
): HtmlAnswer<Status> {
  const form = logInCodeForm({
    action: '/connect/log-in/code',
    hidden: { authorization: request.query, ticket },
    errors,
    startAgain: authorizePath(request.query),
  });
  return visitAnswer(dependencies, cookies, { ...attempt, isRestorable: true }, (formToken) =>
    renderForm({ ...form, formToken }),
  );
}

/** Returns a page with a form that is bound to the browser's visit cookie. */
function visitAnswer<Status extends number>(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  cookies: Cookies,
  {
    status,
    retryAfter,
    isRestorable,
    noticeCookies = [],
  }: {
    status: Status;
    retryAfter?: number;
    isRestorable: boolean;
    noticeCookies?: string[] | undefined;
  },
  render: (formToken: string) => string,
): HtmlAnswer<Status> {
  const visit = cookies.visit ?? newVisit();
  return htmlAnswer(status, render(createFormToken(visit)), {
    formAction: 'self',
    isRestorable,
    cookies: [
      ...(cookies.visit === null ? [setCookie(publicUrl, cookies.realm, 'visit', visit)] : []),
      ...noticeCookies,
    ],
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

export function consentPage(
  request: AuthorizationRequest,
  player: Player,
  session: string,
  notice: TakenNotice,
): HtmlAnswer<200> {
  const texts = connectTexts();
  const { name } = request.application;
  const page = renderPage('connect/pages/templates/consent', {
    texts,
    title: texts.consent.title(name),
    applicationName: name,
    initial: initialOf(name),
    returnsTo: describeDestination(request.redirectUri),
    playerName: player.name,
    playerEmail: player.email,
    scopes: offeredScopes(request.scopes, player).map(consentWords),
    formToken: createFormToken(session),
    authorization: request.query,
    notice: notice.words,
    namesOperator: true,
  });
  return htmlAnswer(200, page, { formAction: 'anywhere', cookies: notice.cookies });
}

/** Returns the page for a request that must not be answered with a redirect. */
export function invalidRequestPage(error: PageError, requestId: string): HtmlAnswer<400> {
  return htmlAnswer(400, renderMessage({ ...messageOf(error), requestId }));
}

function messageOf(error: PageError): { title: string; paragraphs: string[] } {
  const { messages } = connectTexts();
  switch (error.reason) {
    case 'client':
      return messages.unknownApplication;
    case 'suspended':
      return messages.suspended(error.applicationName);
    case 'redirect':
      return messages.wrongRedirect(error.applicationName);
    case 'reference':
      return messages.wrongReference(error.applicationName);
    case 'expired':
      return messages.expired(error.applicationName);
  }
}
