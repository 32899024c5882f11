import { type Cookies, newVisit, setCookie } from '../accounts/cookies.ts';
import { createFormToken } from '../accounts/form-token.ts';
import type { Player } from '../accounts/sessions.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { formActionSource, type HtmlAnswer, htmlAnswer } from '../platform/pages/answer.ts';
import {
  type FormFault,
  renderConsent,
  renderLogIn,
  renderMessage,
} from '../platform/pages/render.ts';
import type { AuthorizationRequest, PageFault } from './domain/authorization-request.ts';
import { consentWords } from './domain/consent-words.ts';
import { describeDestination } from './domain/redirect-uri.ts';

export interface LogInAttempt<Status extends number> {
  status: Status;
  email: string;
  faults: FormFault[];
  retryAfter?: number;
}

/** The log-in page; a browser without a visit is given one, to which the form is bound. */
export function logInPage<Status extends number>(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  request: AuthorizationRequest,
  cookies: Cookies,
  { status, email, faults, retryAfter }: LogInAttempt<Status>,
): HtmlAnswer<Status> {
  const visit = cookies.visit ?? newVisit();
  const page = renderLogIn({
    applicationName: request.application.name,
    formToken: createFormToken(visit),
    authorization: request.query,
    email,
    faults,
  });
  return htmlAnswer(status, page, {
    formAction: formActionSource(request.redirectUri),
    ...(cookies.visit === null && { cookies: [setCookie(publicUrl, 'visit', visit)] }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

export function consentPage(
  request: AuthorizationRequest,
  player: Player,
  session: string,
): HtmlAnswer<200> {
  const page = renderConsent({
    applicationName: request.application.name,
    returnsTo: describeDestination(request.redirectUri),
    playerName: player.name,
    playerEmail: player.email,
    scopes: request.scopes.map(consentWords),
    formToken: createFormToken(session),
    authorization: request.query,
  });
  return htmlAnswer(200, page, { formAction: formActionSource(request.redirectUri) });
}

/** The page for a request that must not be answered with a redirect. */
export function pageFaultPage(fault: PageFault, requestId: string): HtmlAnswer<400> {
  return htmlAnswer(400, renderMessage({ ...messageOf(fault), requestId }));
}

function messageOf(fault: PageFault): { title: string; paragraphs: string[] } {
  switch (fault.fault) {
    case 'client':
      return {
        title: 'This link does not work',
        paragraphs: [
          'It does not name an application that may connect to player accounts.',
          'Go back to the site you came from. If it happens again, report to its makers that the client_id is missing or unknown.',
        ],
      };
    case 'suspended':
      return {
        title: 'This application cannot be connected at the moment',
        paragraphs: [
          `We have suspended ${fault.applicationName}. Nothing of your account is shared with it.`,
          'Connect it again later, or ask its makers what happened.',
        ],
      };
    case 'redirect':
      return {
        title: 'This link does not work',
        paragraphs: [
          `${fault.applicationName} asked to send you back to an address that it has not registered. To keep your account safe, we stop here.`,
          'Go back to the site you came from. If it happens again, report to its makers that the redirect_uri is missing or not registered.',
        ],
      };
    case 'reference':
      return {
        title: 'This link does not work',
        paragraphs: [
          `It is incomplete, or it was not made by ${fault.applicationName}.`,
          `Go back to ${fault.applicationName} and connect again.`,
        ],
      };
    case 'expired':
      return {
        title: 'This link has expired',
        paragraphs: [
          'It was used already or is too old.',
          `Go back to ${fault.applicationName} and connect again.`,
        ],
      };
  }
}
