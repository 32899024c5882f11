import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { logFailure } from '../../platform/database/unreachable.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { failurePage } from '../../platform/pages/message-pages.ts';
import { answerWithError, orServerError } from '../authorization-answers.ts';
import { readAuthorizationRequest, retainForPlayer } from '../authorization-requests.ts';
import { canDecide } from '../decide-request.ts';
import { takeNotice } from '../login/notice.ts';
import { readCookies } from '../login/posted-form.ts';
import { findPlayer } from '../login/sessions.ts';
import { consentPage, invalidRequestPage, logInPage } from '../pages/consent-page.ts';

export function showAuthorization(
  dependencies: Dependencies,
): Handler<'oauth.showAuthorization', Caller, FastifyRequest> {
  return async (_request, { raw, requestId, log }) => {
    try {
      // Reads the address itself, because a parsed query hides how it was encoded.
      const query = raw.url.split('?').slice(1).join('?');
      const read = await readAuthorizationRequest(dependencies, query);
      if (read.kind === 'page') return invalidRequestPage(read.error, requestId);
      if (read.kind === 'invalid') return answerWithError(dependencies, read.request, read.request);

      const { request } = read;
      const show = async () => {
        await retainForPlayer(dependencies, request);
        const { cookie } = raw.headers;
        const cookies = readCookies(dependencies.publicUrl, cookie);
        const notice = takeNotice(dependencies, cookie);
        const player = await findPlayer(dependencies, cookies.session);
        if (!(await canDecide(dependencies, request, player))) {
          const { name: applicationName } = request.application;
          return invalidRequestPage({ reason: 'expired', applicationName }, requestId);
        }
        return player === null || cookies.session === null
          ? logInPage(dependencies, request, cookies, {
              status: 200,
              email: '',
              errors: [],
              notice,
            })
          : consentPage(request, player, cookies.session, notice);
      };
      // After a form of ours, the form-action of its page would block a redirect to the partner without
      // a message. This page shows the error instead.
      const followsOwnForm = raw.headers['sec-fetch-site'] === 'same-origin';
      return followsOwnForm ? await show() : await orServerError(dependencies, request, log, show);
    } catch (error) {
      logFailure(log, { err: error }, 'an authorization could not be read');
      return failurePage(error, requestId);
    }
  };
}
