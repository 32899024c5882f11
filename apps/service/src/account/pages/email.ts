import { readEmail } from '../../connect/login/domain/account-mail.ts';
import { type LogInRefusal, refusalOf } from '../../connect/login/domain/refusals.ts';
import type { Cookies, PostedForm } from '../../connect/login/posted-form.ts';
import type { OwnerProof } from '../../connect/login/prove-owner.ts';
import { linkPath, players } from '../../connect/login/realms.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { sendsMail } from '../../platform/mail/outbox.ts';
import { type HtmlAnswer, htmlAnswer, type PageAnswer } from '../../platform/pages/answer.ts';
import { type FormError, renderMessage } from '../../platform/pages/render.ts';
import { confirmEmail, findEmailByLink, requestEmailLink } from '../change-password.ts';
import { accountTexts } from '../domain/texts.ts';
import {
  type AccountStep,
  type Attempt,
  doneAnswer,
  emailField,
  expiredLinkPage,
  type LoggedInPlayer,
  proofFields,
  proofPage,
  SETTINGS_PATH,
  untried,
  visitPage,
} from './account-form.ts';

export const EMAIL_PATH = '/account/email';

/** Returns the page where a player proves their email address, or changes it. */
export async function emailPage(
  dependencies: Dependencies,
  player: LoggedInPlayer,
  requestId: string,
  { typed, ...attempt }: Attempt & { typed: string } = { ...untried, typed: player.email ?? '' },
): Promise<HtmlAnswer> {
  const { email, forms } = accountTexts();
  if (!sendsMail(dependencies)) {
    const link = { address: SETTINGS_PATH, text: forms.toAccount };
    const message = { title: email.heading, paragraphs: [email.noMail], link, requestId };
    return htmlAnswer(200, renderMessage(message));
  }
  const page = {
    heading: email.heading,
    lead: email.lead,
    action: EMAIL_PATH,
    fields: [emailField(typed, 'email'), ...(await proofFields(dependencies, player.memberId))],
    submit: forms.sendLink,
    errorHeading: forms.noLinkSent,
  };
  return proofPage(player, page, attempt);
}

export function submitEmail(dependencies: Dependencies, proveOwner: OwnerProof): AccountStep {
  return async (form, player) => {
    const typed = form.field('email');
    const refuse = async (refusal: LogInRefusal) =>
      await emailPage(dependencies, player, form.requestId, { typed, ...refusal });
    const email = readEmail(typed);
    if (email === null) return await refuse(refusalOf('email', accountTexts().errors.email));
    const proof = await proveOwner(player, form);
    if ('errors' in proof) return await refuse(proof);
    const refusal = await requestEmailLink(dependencies, proof, email);
    if (refusal !== null) return await refuse(refusal);
    return doneAnswer(dependencies, { kind: 'email-asked', about: email });
  };
}

const again = () => ({ address: EMAIL_PATH, text: accountTexts().forms.anotherLink });

/** Returns the page of the link. Opening it changes nothing, because programs that scan mails open links too. */
export async function confirmEmailPage(
  dependencies: Dependencies,
  cookies: Cookies,
  token: string,
  requestId: string,
  errors: FormError[] = [],
): Promise<PageAnswer> {
  const email = await findEmailByLink(dependencies, token);
  if (email === null) return expiredLinkPage(requestId, { again: again() });
  const texts = accountTexts().email;
  return visitPage(dependencies, cookies, {
    heading: texts.confirm,
    lead: email,
    action: linkPath(players, 'email'),
    hidden: { token },
    fields: [],
    submit: texts.submit,
    cancel: SETTINGS_PATH,
    errors,
    errorHeading: texts.notConfirmed,
  });
}

export function submitEmailConfirmation(dependencies: Dependencies) {
  return async ({ field, requestId }: PostedForm): Promise<PageAnswer> => {
    if (!(await confirmEmail(dependencies, field('token')))) {
      return expiredLinkPage(requestId, { again: again() });
    }
    return doneAnswer(dependencies, { kind: 'email-proven' });
  };
}
