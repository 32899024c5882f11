import { clearCookie } from '../accounts/cookies.ts';
import { endSession } from '../accounts/sessions.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { redirectAnswer } from '../platform/pages/answer.ts';
import { authorizePath } from './authorize-path.ts';
import type { ConnectStep } from './connect-form.ts';

/** "Not you? Log out": ends the session and shows the log-in page of the same request. */
export function logOut(dependencies: Dependencies): ConnectStep {
  return async ({ cookies }, request) => {
    await endSession(dependencies, cookies.session);
    return redirectAnswer(authorizePath(request.query), [
      clearCookie(dependencies.publicUrl, 'session'),
    ]);
  };
}
