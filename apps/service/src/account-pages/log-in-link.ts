import { allowBrowser, isLogInLink } from '../accounts/allow-browser.ts';
import type { Cookies } from '../accounts/cookies.ts';
import { deviceCookie } from '../accounts/devices.ts';
import { LINK_PATHS } from '../accounts/links.ts';
import { setNotice } from '../accounts/notice.ts';
import type { PostedForm } from '../accounts/posted-form.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type PageAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import type { FormFault } from '../platform/pages/render.ts';
import { ACCOUNT_PATH } from './account-form.ts';
import { expiredLinkPage } from './expired-link.ts';
import { visitPage } from './visit-form.ts';

/** What the page that such a link leads to says, of players and of operators. */
export const allowBrowserWords = {
  heading: 'Log in with this browser?',
  lead: 'Many wrong passwords were entered for your account. Allow this browser, and then log in with it as usual.',
  submit: 'Allow this browser',
};

/** The page that the link leads to. A form uses the link up, since programs that read e-mail open links too. */
export async function logInLinkPage(
  dependencies: Dependencies,
  cookies: Cookies,
  token: string,
  requestId: string,
  faults: FormFault[] = [],
): Promise<PageAnswer> {
  if (!(await isLogInLink(dependencies, token))) return expiredLinkPage(requestId, {});
  return visitPage(dependencies, cookies, {
    ...allowBrowserWords,
    action: LINK_PATHS['log-in'],
    hidden: { token },
    fields: [],
    faults,
    faultHeading: 'This browser is not allowed yet',
  });
}

/** Its form: the browser may try to log in for an hour, and nobody is logged in yet. */
export function submitLogInLink(dependencies: Dependencies) {
  return async ({ field, cookies, raw, requestId }: PostedForm): Promise<PageAnswer> => {
    const userAgent = raw.headers['user-agent'] ?? null;
    const browser = { device: cookies.device, userAgent };
    const device = await allowBrowser(dependencies, field('token'), browser);
    if (device === null) return expiredLinkPage(requestId, {});
    return redirectAnswer(ACCOUNT_PATH, [
      deviceCookie(dependencies.publicUrl, device),
      setNotice(dependencies, { kind: 'browser-allowed' }),
    ]);
  };
}
