// The forms of the connect flow: log-in, code, consent, and log-out.

import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { htmlAnswer, type PageAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import {
  refusedPage,
  sendPage,
  servePages,
  staleFormPage,
} from '../../platform/pages/message-pages.ts';
import { renderMessage } from '../../platform/pages/render.ts';
import {
  answerWithCode,
  answerWithError,
  authorizePath,
  orServerError,
} from '../authorization-answers.ts';
import { readAuthorizationRequest } from '../authorization-requests.ts';
import { grantConsent, refuseConsent } from '../decide-request.ts';
import type {
  AuthorizationRequest,
  PageError,
  ReadRequest,
} from '../domain/authorization-request.ts';
import { grantedScopes, offeredScopes } from '../domain/scopes.ts';
import { connectTexts } from '../domain/texts.ts';
import { attemptLogIn, createLogInTools, type LogInTools } from '../login/log-in.ts';
import { attemptCode, isLoggedInByTicket } from '../login/log-in-code.ts';
import { outdatedFormAnswer } from '../login/notice.ts';
import {
  clearCookie,
  isGenuineForm,
  isSameOriginForm,
  outdatedForm,
  type PostedForm,
  readForm,
} from '../login/posted-form.ts';
import { players } from '../login/realms.ts';
import { endSession, findPlayer, isLoggedInAs, logInCookies } from '../login/sessions.ts';
import type { Throttles } from '../login/throttles.ts';
import { invalidRequestPage, logInCodePage, logInPage } from './consent-page.ts';

/** Handles the consent form: the player allows all or some scopes, or refuses. */
function consent(dependencies: Dependencies): ConnectStep {
  return async ({ field, fields, cookies, requestId, log }, request) =>
    await orServerError(dependencies, request, log, async () => {
      const player = await findPlayer(dependencies, cookies.session);
      if (player === null) return outdatedFormAnswer(dependencies, authorizePath(request.query));

      switch (field('decision')) {
        case 'allow': {
          const scopes = grantedScopes(offeredScopes(request.scopes, player), fields('scope'));
          const { memberId } = player;
          const code = await grantConsent(dependencies, { request, memberId, scopes });
          return code === null
            ? invalidRequestPage(expired(request), requestId)
            : answerWithCode(dependencies, request, code);
        }
        case 'deny':
          return (await refuseConsent(dependencies, request, player.memberId))
            ? answerWithError(dependencies, request, refusal)
            : invalidRequestPage(expired(request), requestId);
        default:
          return undecidedPage(requestId);
      }
    });
}

const refusal = { error: 'access_denied', description: 'The player refused the connection.' };

function expired({ application }: AuthorizationRequest): PageError {
  return { reason: 'expired', applicationName: application.name };
}

function undecidedPage(requestId: string) {
  return htmlAnswer(400, renderMessage({ ...connectTexts().messages.undecided, requestId }));
}

const nextStep = () => ({ paragraphs: [connectTexts().messages.startAgain] });

/** Serves the forms of the connect flow. `showAuthorization` serves the pages with the forms. */
export function oauthPages(
  dependencies: Dependencies,
  throttles: Pick<Throttles, 'logIn' | 'code'>,
): FastifyPluginAsync {
  const tools = createLogInTools(dependencies, throttles);
  return async (app) => {
    servePages(app, nextStep);
    const post = (path: string, boundTo: 'session' | 'visit', step: ConnectStep) => {
      app.post(path, async (request, reply) =>
        sendPage(reply, await takeForm(dependencies, request, boundTo, step)),
      );
      // For a player who reloads the response to a form.
      app.get(path, async (request, reply) =>
        sendPage(reply.header('allow', 'POST'), refusedPage(405, nextStep(), request.id)),
      );
    };
    post('/connect/log-in', 'visit', logIn(dependencies, tools));
    post('/connect/log-in/code', 'visit', logInWithCode(dependencies, tools));
    post('/connect/consent', 'session', consent(dependencies));
    post('/connect/log-out', 'session', logOut(dependencies));
  };
}

/** A step of the flow. It runs after the form was found genuine and its request valid. */
type ConnectStep = (
  form: PostedForm,
  request: AuthorizationRequest,
) => Promise<PageAnswer> | PageAnswer;

/**
 * Checks each form before its step: it must come from a page of ours in this browser's session (or
 * visit). Validates its authorization request again.
 */
async function takeForm(
  dependencies: Dependencies,
  raw: FastifyRequest,
  boundTo: 'session' | 'visit',
  step: ConnectStep,
): Promise<PageAnswer> {
  const form = readForm(dependencies, raw);
  const read = await readAuthorizationRequest(dependencies, form.field('authorization'));
  if (!isGenuineForm(dependencies, form, boundTo))
    return refuseForm(dependencies, form, boundTo, read);
  if (read.kind === 'page') return invalidRequestPage(read.error, form.requestId);
  if (read.kind === 'invalid') return answerWithError(dependencies, read.request, read.request);
  return await step(form, read.request);
}

/** Refuses a form. If only its page is outdated, the player can continue. */
function refuseForm(
  dependencies: Dependencies,
  form: PostedForm,
  boundTo: 'session' | 'visit',
  read: ReadRequest,
): PageAnswer {
  if (read.kind !== 'valid') return staleFormPage(null, form.requestId);
  const { request } = read;
  const address = authorizePath(request.query);
  if (!isSameOriginForm(dependencies, form)) return staleFormPage(address, form.requestId);
  // The session ended, or the player logged in again in another tab.
  if (boundTo === 'session') return outdatedFormAnswer(dependencies, address);
  const email = form.field('email');
  const attempt = { status: 422 as const, email, errors: [outdatedForm()] };
  return logInPage(dependencies, request, form.cookies, attempt);
}

/** Handles the log-in form: begins a session and continues to consent, or asks for a code. */
function logIn(dependencies: Dependencies, tools: LogInTools): ConnectStep {
  return async (form, request) => {
    // In another tab, or before the player went back to this page.
    if (await isLoggedInAs(dependencies, form.cookies, form.field('email'))) {
      return redirectAnswer(authorizePath(request.query));
    }
    const outcome = await attemptLogIn(dependencies, tools, form);
    if ('errors' in outcome) {
      const email = form.field('email');
      return logInPage(dependencies, request, form.cookies, { ...outcome, email });
    }
    return 'ticket' in outcome
      ? logInCodePage(dependencies, request, form.cookies, { ...outcome, status: 200, errors: [] })
      : redirectAnswer(authorizePath(request.query), logInCookies(dependencies, outcome));
  };
}

/** Handles the form for the code: begins a session and continues to consent. */
function logInWithCode(dependencies: Dependencies, tools: LogInTools): ConnectStep {
  return async (form, request) => {
    if (await isLoggedInByTicket(dependencies, tools, form)) {
      return redirectAnswer(authorizePath(request.query));
    }
    const outcome = await attemptCode(dependencies, tools, form);
    if (outcome === null) return outdatedFormAnswer(dependencies, authorizePath(request.query));
    if ('errors' in outcome) {
      const ticket = form.field('ticket');
      return logInCodePage(dependencies, request, form.cookies, { ...outcome, ticket });
    }
    return redirectAnswer(authorizePath(request.query), logInCookies(dependencies, outcome));
  };
}

/** Handles "Not you? Log out": ends the session and shows the log-in page of the same request. */
function logOut(dependencies: Dependencies): ConnectStep {
  return async ({ cookies }, request) => {
    await endSession(dependencies, cookies.session);
    return redirectAnswer(authorizePath(request.query), [
      clearCookie(dependencies.publicUrl, players, 'session'),
    ]);
  };
}
