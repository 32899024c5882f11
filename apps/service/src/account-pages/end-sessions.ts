import { clearCookie } from '../accounts/cookies.ts';
import { setNotice } from '../accounts/notice.ts';
import { endOtherSessions, endSession, endSessionById } from '../accounts/sessions.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { redirectAnswer } from '../platform/pages/answer.ts';
import { ACCOUNT_PATH, type AccountStep } from './account-form.ts';

export function logOut(dependencies: Dependencies): AccountStep {
  return async (_form, { session }) => {
    await endSession(dependencies, session);
    return redirectAnswer(ACCOUNT_PATH, [
      clearCookie(dependencies.publicUrl, 'session'),
      setNotice(dependencies, { kind: 'logged-out' }),
    ]);
  };
}

/** Ends one session of the list. */
export function endOneSession(dependencies: Dependencies): AccountStep {
  return async ({ field }, { memberId }) => {
    const ended = await endSessionById(dependencies, memberId, field('session'));
    const kind = ended ? 'session-ended' : 'session-gone';
    return redirectAnswer(ACCOUNT_PATH, [setNotice(dependencies, { kind })]);
  };
}

/** "Log out everywhere else." */
export function endOthers(dependencies: Dependencies): AccountStep {
  return async (_form, { memberId, session }) => {
    const about = await endOtherSessions(dependencies, memberId, session);
    return redirectAnswer(ACCOUNT_PATH, [setNotice(dependencies, { kind: 'others-ended', about })]);
  };
}
