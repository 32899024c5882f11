import { deviceCookie } from '../../connect/login/devices.ts';
import { readEmail } from '../../connect/login/domain/account-mail.ts';
import { newPasswordErrors } from '../../connect/login/domain/passwords.ts';
import { mailRefusal, refusalOf, throttledRefusal } from '../../connect/login/domain/refusals.ts';
import type { Cookies, PostedForm } from '../../connect/login/posted-form.ts';
import type { OwnerProof } from '../../connect/login/prove-owner.ts';
import { forgottenPath, linkPath, players, type Realm } from '../../connect/login/realms.ts';
import { sessionCookie } from '../../connect/login/sessions.ts';
import type { Throttles } from '../../connect/login/throttles.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { sendsMail } from '../../platform/mail/outbox.ts';
import { type HtmlAnswer, htmlAnswer, type PageAnswer } from '../../platform/pages/answer.ts';
import { type FormError, type FormField, renderMessage } from '../../platform/pages/render.ts';
import {
  changePassword,
  isPasswordLink,
  requestPasswordLink,
  resetPassword,
} from '../change-password.ts';
import { accountTexts } from '../domain/texts.ts';
import {
  type AccountStep,
  type Attempt,
  doneAnswer,
  emailField,
  expiredLinkPage,
  type LoggedInPlayer,
  newPasswordField,
  passwordField,
  proofFields,
  proofPage,
  SETTINGS_PATH,
  untried,
  visitPage,
} from './account-form.ts';

interface EmailAttempt {
  status?: number;
  email?: string;
  errors?: FormError[];
  retryAfter?: number;
}

/** Returns the page where somebody requests a link to choose a new password. */
export function forgottenPage(
  dependencies: Dependencies,
  cookies: Cookies,
  requestId: string,
  { email = '', errors = [], ...rest }: EmailAttempt = {},
): HtmlAnswer {
  const { forgotten, forms } = accountTexts();
  const { realm } = cookies;
  if (!sendsMail(dependencies)) {
    const link = { address: realm.home, text: forms.toAccount };
    const message = { title: forgotten.heading, paragraphs: [forgotten.noMail], link, requestId };
    return htmlAnswer(200, renderMessage(message));
  }
  return visitPage(dependencies, cookies, {
    ...rest,
    heading: forgotten.heading,
    lead: forgotten.lead,
    action: forgottenPath(realm),
    fields: [emailField(email)],
    submit: forms.sendLink,
    cancel: realm.of === 'player' ? SETTINGS_PATH : realm.home,
    errors,
    errorHeading: forms.noLinkSent,
  });
}

/** Handles the form of that page. The response is the same for every address. */
export function submitForgotten(dependencies: Dependencies, throttle: Throttles['mail']) {
  return async ({ field, cookies, raw, requestId }: PostedForm): Promise<PageAnswer> => {
    const typed = field('email');
    const email = readEmail(typed);
    const refuse = (attempt: EmailAttempt) =>
      forgottenPage(dependencies, cookies, requestId, { email: typed, ...attempt });
    if (email === null) {
      return refuse(refusalOf('email', accountTexts().errors.email));
    }
    const wait = await throttle(raw.ip);
    if (wait !== null) return refuse(throttledRefusal(wait));
    const mailWait = await requestPasswordLink(dependencies, cookies.realm.of, email);
    if (mailWait !== null) return refuse(mailRefusal(mailWait));
    return htmlAnswer(200, renderMessage({ ...accountTexts().forgotten.sent(email), requestId }));
  };
}

const nextSteps = (realm: Realm) => ({
  home: realm.home,
  again: { address: forgottenPath(realm), text: accountTexts().forms.anotherLink },
});

function newPasswordFields(): FormField[] {
  const { password, again: label } = accountTexts().newPassword;
  return [
    newPasswordField('new_password', password),
    { name: 'again', label, type: 'password', autocomplete: 'new-password' },
  ];
}

/** Returns the page of a link to choose a new password. */
export async function newPasswordPage(
  dependencies: Dependencies,
  cookies: Cookies,
  token: string,
  requestId: string,
  errors: FormError[] = [],
): Promise<PageAnswer> {
  const { realm } = cookies;
  if (!(await isPasswordLink(dependencies, realm.of, token)))
    return expiredLinkPage(requestId, nextSteps(realm));
  const texts = accountTexts().newPassword;
  return visitPage(dependencies, cookies, {
    heading: texts.heading,
    lead: realm.of === 'player' ? texts.lead : texts.leadOfPartner,
    action: linkPath(realm, 'password'),
    hidden: { token },
    fields: newPasswordFields(),
    submit: texts.change,
    errors,
    errorHeading: texts.notChanged,
  });
}

/** Handles the form of that page. The form logs nobody in, because the link only proves the mailbox. */
export function submitNewPassword(dependencies: Dependencies) {
  return async ({ field, cookies, requestId }: PostedForm): Promise<PageAnswer> => {
    const token = field('token');
    const newPassword = field('new_password');
    const errors = newPasswordErrors({ oldPassword: null, newPassword, again: field('again') });
    if (errors.length > 0) {
      return await newPasswordPage(dependencies, cookies, token, requestId, errors);
    }
    const { realm } = cookies;
    const device = await resetPassword(dependencies, cookies, token, newPassword);
    if (device === null) return expiredLinkPage(requestId, nextSteps(realm));
    const set = [deviceCookie(dependencies.publicUrl, realm, device)];
    return doneAnswer(dependencies, { kind: 'password-reset' }, set, realm);
  };
}

export async function passwordPage(
  dependencies: Pick<Dependencies, 'database'>,
  player: LoggedInPlayer,
  attempt: Attempt = untried,
): Promise<HtmlAnswer> {
  const [, ...code] = await proofFields(dependencies, player.memberId);
  const texts = accountTexts().newPassword;
  const page = {
    heading: texts.change,
    lead: texts.changeLead,
    action: '/account/password',
    fields: [passwordField(texts.current), ...code, ...newPasswordFields()],
    submit: texts.change,
    errorHeading: texts.notChanged,
  };
  return proofPage(player, page, attempt);
}

export function submitPassword(dependencies: Dependencies, proveOwner: OwnerProof): AccountStep {
  return async (form, player) => {
    const outcome = await changePassword(dependencies, proveOwner, player, form);
    if ('errors' in outcome) return await passwordPage(dependencies, player, outcome);
    const { session, ended } = outcome;
    return doneAnswer(dependencies, { kind: 'password-changed', about: ended }, [
      sessionCookie(dependencies, players, session),
    ]);
  };
}
