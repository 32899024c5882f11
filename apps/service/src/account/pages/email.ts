import type { LogInRefusal } from '../../connect/login/attempt-log-in.ts';
import { readEmail } from '../../connect/login/domain/account-mail.ts';
import { LINK_PATHS } from '../../connect/login/links.ts';
import type { Cookies, PostedForm } from '../../connect/login/posted-form.ts';
import { type OwnerProof, wrongPassword } from '../../connect/login/prove-owner.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { sendsMail } from '../../platform/mail/outbox.ts';
import { type HtmlAnswer, htmlAnswer, type PageAnswer } from '../../platform/pages/answer.ts';
import { type FormFault, renderMessage } from '../../platform/pages/render.ts';
import { confirmEmail, findEmailByLink, requestEmailLink } from '../change-password.ts';
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

/** The page where a player proves their e-mail address, or asks for another one. */
export async function emailPage(
  dependencies: Dependencies,
  player: LoggedInPlayer,
  requestId: string,
  { typed, ...attempt }: Attempt & { typed: string } = { ...untried, typed: player.email ?? '' },
): Promise<HtmlAnswer> {
  if (!sendsMail(dependencies)) return htmlAnswer(200, renderMessage({ ...noMail, requestId }));
  const page = {
    heading: 'E-mail address',
    lead: 'We send a link to the address. It is yours once you follow the link, and you log in with it from then on.',
    action: EMAIL_PATH,
    fields: [emailField(typed, 'email'), ...(await proofFields(dependencies, player.memberId))],
    submit: 'Send the link',
    faultHeading: 'No link is sent',
  };
  return proofPage(player, page, attempt);
}

const noMail = {
  title: 'E-mail address',
  paragraphs: [
    'This service sends no mail itself. Ask those who run it for a link that proves your address, or for another address.',
  ],
  link: { address: SETTINGS_PATH, text: 'Go to your account' },
};

export function submitEmail(dependencies: Dependencies, proveOwner: OwnerProof): AccountStep {
  return async (form, player) => {
    const typed = form.field('email');
    const refuse = async (refusal: LogInRefusal) =>
      await emailPage(dependencies, player, form.requestId, { typed, ...refusal });
    const email = readEmail(typed);
    if (email === null) return await refuse(noAddress);
    const proof = await proveOwner(player, form);
    if ('faults' in proof) return await refuse(proof);
    if (!(await requestEmailLink(dependencies, proof, email))) return await refuse(wrongPassword);
    return doneAnswer(dependencies, { kind: 'email-asked', about: email });
  };
}

const noAddress: LogInRefusal = {
  status: 422,
  faults: [{ field: 'email', text: 'Enter an e-mail address, such as you@example.com.' }],
};

const again = { address: EMAIL_PATH, text: 'Ask for another link' };

/** The page that the link leads to. Following it changes nothing yet: programs that look at mails do. */
export async function confirmEmailPage(
  dependencies: Dependencies,
  cookies: Cookies,
  token: string,
  requestId: string,
  faults: FormFault[] = [],
): Promise<PageAnswer> {
  const email = await findEmailByLink(dependencies, token);
  if (email === null) return expiredLinkPage(requestId, { again });
  return visitPage(dependencies, cookies, {
    heading: 'Is this your e-mail address?',
    lead: email,
    action: LINK_PATHS.email,
    hidden: { token },
    fields: [],
    submit: 'Yes, it is mine',
    cancel: SETTINGS_PATH,
    faults,
    faultHeading: 'Your e-mail address is not confirmed yet',
  });
}

export function submitEmailConfirmation(dependencies: Dependencies) {
  return async ({ field, requestId }: PostedForm): Promise<PageAnswer> => {
    if (!(await confirmEmail(dependencies, field('token')))) {
      return expiredLinkPage(requestId, { again });
    }
    return doneAnswer(dependencies, { kind: 'email-proven' });
  };
}
