import type { LogInRefusal } from '../accounts/attempt-log-in.ts';
import { changePassword } from '../accounts/change-password.ts';
import { setCookie } from '../accounts/cookies.ts';
import { PASSWORD_MINIMUM } from '../accounts/domain/passwords.ts';
import { createFormToken } from '../accounts/form-token.ts';
import type { PasswordThrottle } from '../accounts/log-in-throttle.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import { renderPassword } from '../platform/pages/render-account.ts';
import { ACCOUNT_PATH, type AccountStep, type LoggedInPlayer } from './account-form.ts';
import { setNotice } from './notice.ts';

export function passwordPage(
  { email, session }: LoggedInPlayer,
  attempt: LogInRefusal | { status: 200; faults: [] } = { status: 200, faults: [] },
): HtmlAnswer {
  const page = renderPassword({
    playerEmail: email,
    minimumLength: PASSWORD_MINIMUM,
    faults: attempt.faults,
    formToken: createFormToken(session),
  });
  return htmlAnswer(attempt.status, page, {
    formAction: '',
    ...('retryAfter' in attempt && { retryAfter: attempt.retryAfter }),
  });
}

export function submitPassword(
  dependencies: Dependencies,
  throttle: PasswordThrottle,
): AccountStep {
  const { publicUrl, configuration } = dependencies;
  return async (form, player) => {
    const outcome = await changePassword(dependencies, throttle, player, form);
    if ('faults' in outcome) return passwordPage(player, outcome);
    return redirectAnswer(ACCOUNT_PATH, [
      setCookie(publicUrl, 'session', outcome.session, configuration.sessionLifetime),
      setNotice(dependencies, { kind: 'password-changed', about: outcome.ended }),
    ]);
  };
}
