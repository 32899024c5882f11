import { outdatedFormAnswer } from '../accounts/notice.ts';
import { findPlayer } from '../accounts/sessions.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { htmlAnswer } from '../platform/pages/answer.ts';
import { renderMessage } from '../platform/pages/render.ts';
import { answerWithCode, answerWithError, orServerError } from './authorization-answers.ts';
import { authorizePath } from './authorize-path.ts';
import type { ConnectStep } from './connect-form.ts';
import { pageFaultPage } from './connect-pages.ts';
import { grantConsent, refuseConsent } from './decide-request.ts';
import type { AuthorizationRequest, PageFault } from './domain/authorization-request.ts';
import { grantedScopes, offeredScopes } from './domain/scopes.ts';

/** The consent form: the player allows, wholly or in part, or refuses. */
export function consent(dependencies: Dependencies): ConnectStep {
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
            ? pageFaultPage(expired(request), requestId)
            : answerWithCode(dependencies, request, code);
        }
        case 'deny':
          return (await refuseConsent(dependencies, request, player.memberId))
            ? answerWithError(dependencies, request, refusal)
            : pageFaultPage(expired(request), requestId);
        default:
          return undecidedPage(requestId);
      }
    });
}

const refusal = { error: 'access_denied', description: 'The player refused the connection.' };

function expired({ application }: AuthorizationRequest): PageFault {
  return { fault: 'expired', applicationName: application.name };
}

function undecidedPage(requestId: string) {
  const page = renderMessage({
    title: 'Nothing was decided',
    paragraphs: ['Go back and choose Allow or Refuse.'],
    requestId,
  });
  return htmlAnswer(400, page);
}
