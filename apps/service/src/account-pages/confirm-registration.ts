import type { LogInRefusal } from '../accounts/attempt-log-in.ts';
import { throttledRefusal } from '../accounts/attempt-log-in.ts';
import { logInCookies } from '../accounts/complete-log-in.ts';
import type { Cookies } from '../accounts/cookies.ts';
import { LINK_PATHS } from '../accounts/links.ts';
import type { PasswordThrottle } from '../accounts/log-in-throttle.ts';
import { setNotice } from '../accounts/notice.ts';
import type { PostedForm } from '../accounts/posted-form.ts';
import {
  confirmRegistration,
  findRegistrationByLink,
  isOwnRegistration,
} from '../accounts/register.ts';
import { authorizePath, readAuthorizationQuery } from '../oauth/authorize-path.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type PageAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import { ACCOUNT_PATH } from './account-form.ts';
import { expiredLinkPage } from './expired-link.ts';
import { REGISTER_PATH } from './register.ts';
import { visitPage } from './visit-form.ts';

type Attempt = Pick<LogInRefusal, 'faults'> & Partial<LogInRefusal>;

const again = { address: REGISTER_PATH, text: 'Register again' };

/** The page that a link leads to which proves the address of somebody who registered. */
export async function confirmRegistrationPage(
  dependencies: Dependencies,
  cookies: Cookies,
  token: string,
  requestId: string,
  attempt: Attempt = { faults: [] },
): Promise<PageAnswer> {
  const registration = await findRegistrationByLink(dependencies, token);
  if (registration === null) return expiredLinkPage(requestId, { again });
  return visitPage(dependencies, cookies, {
    ...attempt,
    heading: 'Finish your registration',
    lead: `Enter the password you chose, and ${registration.email} is proven to be yours.`,
    action: LINK_PATHS.registration,
    hidden: { token },
    username: registration.email,
    fields: [
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
    ],
    submit: 'Finish and log in',
    faultHeading: 'Your registration is not finished',
    links: [{ before: 'Forgot it?', text: 'Register again', address: REGISTER_PATH }],
  });
}

/** Its form: makes the account, logs in, and goes on to the partner the player came from. */
export function submitConfirmation(dependencies: Dependencies, throttle: PasswordThrottle) {
  return async (form: PostedForm): Promise<PageAnswer> => {
    const { field, cookies, requestId } = form;
    const token = field('token');
    const refuse = (refusal: LogInRefusal) =>
      confirmRegistrationPage(dependencies, cookies, token, requestId, refusal);
    const registration = await findRegistrationByLink(dependencies, token);
    if (registration === null) return expiredLinkPage(requestId, { again });
    const wait = await throttle(registration.id);
    if (wait !== null) return await refuse(throttledRefusal(wait));
    if (!(await isOwnRegistration(registration, field('password')))) {
      return await refuse(wrongPassword);
    }
    const loggedIn = await confirmRegistration(dependencies, token, registration, form);
    if (loggedIn === null) return expiredLinkPage(requestId, { again });
    const set = logInCookies(dependencies, loggedIn);
    const authorizationQuery = readAuthorizationQuery(registration.authorizationQuery);
    return authorizationQuery === null
      ? redirectAnswer(ACCOUNT_PATH, [...set, setNotice(dependencies, { kind: 'registered' })])
      : redirectAnswer(authorizePath(authorizationQuery), set);
  };
}

const wrongPassword: LogInRefusal = {
  status: 422,
  faults: [{ field: 'password', text: 'You chose another password when you registered.' }],
};
