import { attemptLogIn } from '../accounts/attempt-log-in.ts';
import { clearCookie, setCookie } from '../accounts/cookies.ts';
import { deviceCookie } from '../accounts/devices.ts';
import type { LogInThrottle } from '../accounts/log-in-throttle.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { redirectAnswer } from '../platform/pages/answer.ts';
import { authorizePath } from './authorize-path.ts';
import type { ConnectStep } from './connect-form.ts';
import { logInPage } from './connect-pages.ts';

/** The log-in form: a new session, then on to consent. */
export function logIn(dependencies: Dependencies, throttle: LogInThrottle): ConnectStep {
  const { publicUrl, configuration } = dependencies;
  return async (form, request) => {
    const outcome = await attemptLogIn(dependencies, throttle, form);
    if ('faults' in outcome) {
      const email = form.field('email');
      return logInPage(dependencies, request, form.cookies, { ...outcome, email });
    }
    return redirectAnswer(authorizePath(request.query), [
      setCookie(publicUrl, 'session', outcome.session, configuration.sessionLifetime),
      deviceCookie(publicUrl, outcome.device),
      clearCookie(publicUrl, 'visit'),
    ]);
  };
}
