import { expiredLinkPage, newPasswordField, visitPage } from '../../account/pages/account-form.ts';
import { renderSetUp } from '../../account/pages/second-factor-page.ts';
import { hashPassword } from '../../connect/login/check-password.ts';
import { deviceCookie } from '../../connect/login/devices.ts';
import { browserWords } from '../../connect/login/domain/account-mail.ts';
import { newKey, newPasswordErrors, readTypedCode } from '../../connect/login/domain/passwords.ts';
import { createTickets, type Tickets } from '../../connect/login/links.ts';
import { type Cookies, createFormToken, type PostedForm } from '../../connect/login/posted-form.ts';
import { notOfKey } from '../../connect/login/prove-owner.ts';
import { operators } from '../../connect/login/realms.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import {
  type HtmlAnswer,
  htmlAnswer,
  type PageAnswer,
  redirectAnswer,
} from '../../platform/pages/answer.ts';
import { staleFormPage } from '../../platform/pages/message-pages.ts';
import type { FormError, FormField } from '../../platform/pages/render.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { findSetUp, setUpOperator } from '../actions/set-up-operator.ts';
import { OPERATOR_PATH } from './log-in.ts';
import { setNotice } from './parts/notices.ts';

export const SET_UP_PATH = operators.register;

const expiredPage = (requestId: string) => expiredLinkPage(requestId, { home: OPERATOR_PATH });

/**
 * The ticket of a set-up. The browser carries it, sealed, between the two forms, so that password and key are stored
 * together.
 */
interface Begun {
  token: string;
  name: string;
  passwordHash: string;
  key: string;
}

const ticketUse = ({ visit }: Cookies) => ({ purpose: 'operator', cookie: visit ?? '' }) as const;

/** The page of the link, which asks for a password. */
export async function setUpPage(
  dependencies: Dependencies,
  cookies: Cookies,
  token: string,
  requestId: string,
  errors: FormError[] = [],
): Promise<PageAnswer> {
  const operator = await findSetUp(dependencies, token);
  if (operator === null) return expiredPage(requestId);
  const page = {
    heading: 'Set up your account',
    lead: `You are ${operator.name}, an operator. Choose a password; after that you set up an app for codes.`,
    action: SET_UP_PATH,
    hidden: { token },
    username: operator.name,
    fields: [
      newPasswordField('new_password', 'Password'),
      { name: 'again', label: 'Password again', type: 'password', autocomplete: 'new-password' },
    ] satisfies FormField[],
    submit: 'Continue',
    errors,
    errorHeading: 'Your account is not set up',
  };
  return visitPage(dependencies, cookies, page);
}

/** Takes both forms of a set-up: the password, and then a code, which proves that the app has the key. */
export function submitSetUp(dependencies: Dependencies) {
  const tickets: Tickets<Begun> = createTickets(dependencies);
  const sealing = createSecretSealing(dependencies.configuration);

  const begin = async ({ field, cookies, requestId }: PostedForm): Promise<PageAnswer> => {
    const token = field('token');
    const newPassword = field('new_password');
    const errors = newPasswordErrors({ oldPassword: null, newPassword, again: field('again') });
    const operator = await findSetUp(dependencies, token);
    if (operator === null || errors.length > 0) {
      return await setUpPage(dependencies, cookies, token, requestId, errors);
    }
    const passwordHash = await hashPassword(newPassword);
    const begun = { token, name: operator.name, passwordHash, key: newKey() };
    return keyPage(cookies, begun, await tickets.issue(ticketUse(cookies), begun));
  };

  const finish = async ({ field, cookies, raw, requestId }: PostedForm): Promise<PageAnswer> => {
    const ticket = field('ticket');
    const begun = await tickets.open(ticketUse(cookies), ticket);
    if (begun === null) return staleFormPage(null, requestId);
    const code = readTypedCode(field('code'));
    const outcome =
      code?.kind === 'one-time'
        ? await setUpOperator(dependencies, sealing, {
            ...begun,
            digits: code.digits,
            device: cookies.device,
            browser: browserWords(raw.headers['user-agent'] ?? null).name,
          })
        : 'wrong';
    switch (outcome) {
      case 'wrong':
        return keyPage(cookies, begun, ticket, notOfKey().errors);
      case 'expired':
        return expiredPage(requestId);
      default:
        return redirectAnswer(OPERATOR_PATH, [
          deviceCookie(dependencies.publicUrl, operators, outcome.device),
          setNotice(dependencies, operators, 'set-up'),
        ]);
    }
  };

  return async (form: PostedForm): Promise<PageAnswer> =>
    await (form.field('ticket') === '' ? begin : finish)(form);
}

function keyPage(
  { visit }: Cookies,
  { key, name }: Begun,
  ticket: string,
  errors: FormError[] = [],
): HtmlAnswer {
  const formToken = createFormToken(visit ?? '');
  const form = { action: SET_UP_PATH, formToken, ticket, cancel: null, errors };
  const page = renderSetUp({ ...form, key, account: `operator ${name}` });
  return htmlAnswer(errors.length === 0 ? 200 : 422, page, { formAction: 'self' });
}
