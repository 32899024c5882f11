import type { AccountMail } from '../connect/login/domain/account-mail.ts';
import { createLink, hasTooManyLinks, type LinkRequest } from '../connect/login/links.ts';
import { findAccountByEmail, lockOpenAccount } from '../connect/login/store/accounts.ts';
import { lockAgainstErasure } from '../members/store/members.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { MailText } from '../platform/mail/render-mail.ts';
import { type ClaimedMail, lockMail } from '../platform/mail/store/mails.ts';
import { composePlayerMail, isPlayerMail } from './compose-player-mail.ts';
import { mailTexts } from './domain/mail-texts.ts';
import { findRegistration } from './store/registrations.ts';

type Compose = (mail: ClaimedMail) => Promise<MailText | null> | MailText;

/**
 * Writes the mails about accounts, when they are sent: what a form was answered with cannot reveal
 * what is looked up here, and the token of a link is stored nowhere.
 */
export function createMailComposer(
  dependencies: Dependencies,
): (mail: ClaimedMail) => Promise<MailText | null> {
  const { database, clock, publicUrl } = dependencies;
  const player = { of: 'player', publicUrl } as const;

  /** The text with a new link, unless the account is locked, or the address was sent too many. */
  async function withLink(
    { id: mailId }: ClaimedMail,
    link: LinkRequest,
    text: (publicUrl: string, link: string) => MailText,
  ): Promise<MailText | null> {
    return await database.transaction().execute(async (transaction) => {
      // In this order and before the mail, as an erasure and the end of the links lock them.
      if (link.memberId !== null) {
        if (!(await lockAgainstErasure(transaction, link.memberId))) return null;
        if (!(await lockOpenAccount(transaction, link.memberId))) return null;
      }
      // To end the links of an account its mails to other addresses are deleted first: none gets a link after that.
      if (!(await lockMail(transaction, mailId))) return null;
      const within = { database: transaction, clock };
      // There is one link to log in a day: a person who asks for many others must not keep it away.
      const isLimited = link.purpose !== 'log-in';
      if (isLimited && (await hasTooManyLinks(within, { email: link.email, mailId }))) return null;
      return text(publicUrl, await createLink(transaction, dependencies, { ...link, mailId }));
    });
  }

  async function passwordLink(
    mail: ClaimedMail,
    text: (publicUrl: string, link: string) => MailText,
  ): Promise<MailText | null> {
    const { email } = mail;
    const account = await findAccountByEmail(database, email);
    if (account === undefined) return null;
    const { memberId } = account;
    const link = { purpose: 'password', registrationId: null, memberId, email } as const;
    return await withLink(mail, link, text);
  }

  const kinds: Record<AccountMail, Compose> = {
    registration: async (mail) => {
      const { email, details } = mail;
      if ((await findAccountByEmail(database, email)) !== undefined) {
        return await passwordLink(mail, mailTexts().accountExists);
      }
      const registrationId = String(details.registrationId);
      if ((await findRegistration(database, registrationId, clock())) === undefined) return null;
      const link = { purpose: 'registration', registrationId, memberId: null, email } as const;
      return await withLink(mail, link, mailTexts().registration);
    },
    'password-link': async (mail) => await passwordLink(mail, mailTexts().passwordLink),
    'email-link': async (mail) => {
      const { email, memberId } = mail;
      const other = await findAccountByEmail(database, email);
      if (memberId === null || (other !== undefined && other.memberId !== memberId)) return null;
      const link = { purpose: 'email', registrationId: null, memberId, email } as const;
      return await withLink(mail, link, mailTexts().emailLink);
    },
    'password-changed': () => mailTexts().passwordChanged(publicUrl),
    'email-changed': () => mailTexts().emailChanged(publicUrl),
    'log-in': ({ details, createdAt }) =>
      mailTexts().logIn(publicUrl, String(details.browser), createdAt),
    'log-in-link': async (mail) => {
      const { email } = mail;
      const account = await findAccountByEmail(database, email);
      if (account === undefined) return null;
      const { memberId } = account;
      const link = { purpose: 'log-in', registrationId: null, memberId, email } as const;
      return await withLink(mail, link, (_, address) => mailTexts().logInLink(player, address));
    },
    'log-ins-failed': async ({ email, details, createdAt }) => {
      if ((await findAccountByEmail(database, email)) === undefined) return null;
      const failed = { count: Number(details.count), since: new Date(String(details.since)) };
      return mailTexts().logInsFailed(player, failed, createdAt);
    },
    'second-factor-enabled': () => mailTexts().secondFactorEnabled(publicUrl),
    'second-factor-disabled': () => mailTexts().secondFactorDisabled(publicUrl),
    'second-factor-removed': () => mailTexts().secondFactorRemoved(publicUrl),
    'second-factor-refused': ({ details, createdAt }) =>
      mailTexts().secondFactorRefused(publicUrl, String(details.browser), createdAt),
    'recovery-code-used': ({ details }) =>
      mailTexts().recoveryCodeUsed(publicUrl, Number(details.left)),
    'recovery-codes-replaced': () => mailTexts().recoveryCodesReplaced(publicUrl),
  };

  return async (mail) => {
    if (isPlayerMail(mail.kind)) return await composePlayerMail(dependencies, mail, mail.kind);
    const compose = isAccountMail(mail.kind) ? kinds[mail.kind] : undefined;
    if (compose === undefined) throw new Error(`There is no mail of the kind ${mail.kind}.`);
    return await compose(mail);
  };

  function isAccountMail(kind: string): kind is AccountMail {
    return Object.hasOwn(kinds, kind);
  }
}
