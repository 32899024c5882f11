import type { FastifyRequest } from 'fastify';
import { expiredLinkPage, visitPage } from '../../account/pages/account-form.ts';
import { allowBrowserWords } from '../../account/pages/log-in.ts';
import type { LogInRefusal } from '../../connect/login/attempt-log-in.ts';
import { deviceCookie } from '../../connect/login/devices.ts';
import {
  type Cookies,
  clearCookie,
  type PostedForm,
  readCookies,
  setCookie,
} from '../../connect/login/posted-form.ts';
import { operators } from '../../connect/login/realms.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type HtmlAnswer, type PageAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import type { FormField } from '../../platform/pages/render.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { attemptOperatorLogIn, type OperatorThrottle } from '../operators/attempt-log-in.ts';
import {
  endOperatorSession,
  MAX_SESSION_MILLISECONDS,
  type Operator,
} from '../operators/sessions.ts';
import { ALLOW_PATH, allowOperatorBrowser, isOperatorLink } from '../operators/set-up.ts';
import { setNotice, takeNotice } from './parts/notices.ts';

export const OPERATOR_PATH = '/operator';

export const LOG_IN_PATH = `${OPERATOR_PATH}/log-in`;

const fields = (name: string): FormField[] => [
  {
    name: 'name',
    label: 'Name',
    type: 'text',
    autocomplete: 'username',
    value: name,
    maxLength: 40,
  },
  { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
  {
    name: 'code',
    label: 'Code',
    type: 'text',
    autocomplete: 'one-time-code',
    isCode: true,
    maxLength: 20,
    hint: 'The six digits that your app shows.',
  },
];

interface Attempt {
  name: string;
  /** Where to go after it. */
  next: string;
  refusal: LogInRefusal | null;
}

/** What anybody sees of the operator's pages who is not logged in. */
export function operatorLogInPage(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  { name, next, refusal }: Attempt,
): HtmlAnswer {
  const cookies = readCookies(dependencies.publicUrl, headers.cookie, operators);
  const notice = takeNotice(dependencies, headers.cookie, operators);
  const { status = 200, retryAfter, faults = [] } = refusal ?? {};
  const page = {
    heading: 'Log in as an operator',
    lead: notice.words?.text ?? 'For those who run the service. Players log in to their account.',
    action: LOG_IN_PATH,
    hidden: { next },
    fields: fields(name),
    submit: 'Log in',
    links: [{ before: 'Looking for your ratings?', text: 'Your account', address: '/account' }],
    faults,
    faultHeading: 'You are not logged in',
    status,
    cookies: notice.cookies,
    ...(retryAfter !== undefined && { retryAfter }),
  };
  return visitPage(dependencies, cookies, page);
}

/** The log-in form: a new session, and on to the page that was asked for. */
export function logInOperator(dependencies: Dependencies, throttle: OperatorThrottle) {
  const sealing = createSecretSealing(dependencies.configuration);
  const { publicUrl } = dependencies;
  return async ({ field, cookies, raw }: PostedForm): Promise<PageAnswer> => {
    const next = readNext(field('next'));
    const outcome = await attemptOperatorLogIn(dependencies, throttle, sealing, {
      name: field('name'),
      password: field('password'),
      code: field('code'),
      address: raw.ip,
      userAgent: raw.headers['user-agent'] ?? null,
      previous: cookies.session,
      device: cookies.device,
    });
    if ('faults' in outcome) {
      const attempt = { name: field('name'), next, refusal: outcome };
      return operatorLogInPage(dependencies, raw, attempt);
    }
    return redirectAnswer(next, [
      setCookie(publicUrl, operators, 'session', outcome.session, MAX_SESSION_MILLISECONDS / 1_000),
      deviceCookie(publicUrl, operators, outcome.device),
      clearCookie(publicUrl, operators, 'visit'),
    ]);
  };
}

/** The page that a link leads to by which an operator lets a new browser log in. */
export async function operatorLinkPage(
  dependencies: Dependencies,
  cookies: Cookies,
  token: string,
  requestId: string,
): Promise<PageAnswer> {
  if (!(await isOperatorLink(dependencies, token))) return expiredOperatorLink(requestId);
  const page = {
    ...allowBrowserWords(),
    action: ALLOW_PATH,
    hidden: { token },
    fields: [],
    faults: [],
    faultHeading: '',
  };
  return visitPage(dependencies, cookies, page);
}

/** Its form: the browser may try to log in for an hour, and nobody is logged in yet. */
export function submitOperatorLink(dependencies: Dependencies) {
  return async ({ field, cookies, raw, requestId }: PostedForm): Promise<PageAnswer> => {
    const browser = { device: cookies.device, userAgent: raw.headers['user-agent'] ?? null };
    const device = await allowOperatorBrowser(dependencies, field('token'), browser);
    if (device === null) return expiredOperatorLink(requestId);
    return redirectAnswer(OPERATOR_PATH, [
      deviceCookie(dependencies.publicUrl, operators, device),
      setNotice(dependencies, operators, 'browser-allowed'),
    ]);
  };
}

/** The page for a link to the operator's pages that was used, has expired, or never was. */
export function expiredOperatorLink(requestId: string): HtmlAnswer<410> {
  return expiredLinkPage(requestId, { home: OPERATOR_PATH });
}

/** A page of the operator's, which no form can lead away from. */
function readNext(text: string): string {
  return /^\/operator(?:[/?][!-[\]-~]*)?$/.test(text) ? text : OPERATOR_PATH;
}

export async function logOutOperator(
  dependencies: Dependencies,
  operator: Operator,
): Promise<PageAnswer> {
  await endOperatorSession(dependencies, operator);
  return redirectAnswer(OPERATOR_PATH, [
    clearCookie(dependencies.publicUrl, operators, 'session'),
    setNotice(dependencies, operators, 'logged-out'),
  ]);
}
