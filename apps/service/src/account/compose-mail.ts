import type { AccountMail } from '../connect/login/domain/account-mail.ts';
import { createLink, hasTooManyLinks, type LinkRequest } from '../connect/login/links.ts';
import { forgottenPath, realmOf } from '../connect/login/realms.ts';
import {
  findNamedAccount,
  lockOpenAccount,
  type RealmName,
} from '../connect/login/store/accounts.ts';
import { lockAgainstErasure } from '../members/store/members.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import {
  createMailDispatcher,
  type MailDispatcher,
  type MailLog,
} from '../platform/mail/dispatch-mails.ts';
import { type MailText, renderMail } from '../platform/mail/render-mail.ts';
import { type ClaimedMail, lockMail } from '../platform/mail/store/mails.ts';
import { composePlayerMail, isPlayerMail } from './compose-player-mail.ts';
import { type MailReader, mailTexts } from './domain/mail-texts.ts';
import { findRegistration } from './store/registrations.ts';

/** A mail, and whose account it is about. */
interface AddressedMail extends ClaimedMail {
  of: RealmName;
  /** Null if the address need not have an account. */
  accountId: string | null;
  reader: MailReader;
}

type Compose = (mail: AddressedMail) => Promise<MailText | null> | MailText;

type LinkText = (reader: MailReader, link: string) => MailText;

/**
 * Writes the mails about accounts, when they are sent: what a form was answered with cannot reveal
 * what is looked up here, and the token of a link is stored nowhere.
 */
export function createMailComposer(
  dependencies: Dependencies,
): (mail: ClaimedMail) => Promise<MailText | null> {
  const { database, clock, publicUrl } = dependencies;

  /** The text with a new link, unless the account is locked, or the address was sent too many. */
  async function withLink(
    { id: mailId, of, email, reader }: AddressedMail,
    link: LinkRequest,
    text: LinkText,
  ): Promise<MailText | null> {
    return await database.transaction().execute(async (transaction) => {
      // In this order and before the mail, as an erasure and the end of the links lock them.
      const { accountId } = link;
      if (accountId !== null) {
        if (of === 'player' && !(await lockAgainstErasure(transaction, accountId))) return null;
        if (!(await lockOpenAccount(transaction, accountId))) return null;
      }
      // To end the links of an account its mails to other addresses are deleted first: none gets a link after that.
      if (!(await lockMail(transaction, mailId))) return null;
      const within = { database: transaction, clock };
      // There is one link to log in a day: a person who asks for many others must not keep it away.
      const isLimited = link.purpose !== 'log-in';
      if (isLimited && (await hasTooManyLinks(within, { email, mailId }))) return null;
      return text(reader, await createLink(transaction, dependencies, { ...link, mailId }));
    });
  }

  const accountOf = async ({ of, email, accountId }: AddressedMail) => {
    // The mail names the operator, who may have an address that others have too.
    if (of === 'operator') return accountId === null ? undefined : { accountId };
    return await findNamedAccount(database, { of, name: email });
  };

  async function passwordLink(mail: AddressedMail, text: LinkText): Promise<MailText | null> {
    const { of, email } = mail;
    const account = await accountOf(mail);
    if (account === undefined) return null;
    const { accountId } = account;
    const link = { of, purpose: 'password', registrationId: null, accountId, email } as const;
    return await withLink(mail, link, text);
  }

  const kinds: Record<AccountMail, Compose> = {
    registration: async (mail) => {
      const { of, email, details } = mail;
      if ((await accountOf(mail)) !== undefined) {
        return await passwordLink(mail, mailTexts().accountExists);
      }
      const registrationId = String(details.registrationId);
      if ((await findRegistration(database, registrationId, clock())) === undefined) return null;
      const link = { of, purpose: 'registration', registrationId, accountId: null, email } as const;
      return await withLink(mail, link, mailTexts().registration);
    },
    'password-link': async (mail) => await passwordLink(mail, mailTexts().passwordLink),
    'email-link': async (mail) => {
      const { of, email, accountId } = mail;
      const other = await accountOf(mail);
      if (accountId === null || (other !== undefined && other.accountId !== accountId)) return null;
      const link = { of, purpose: 'email', registrationId: null, accountId, email } as const;
      return await withLink(mail, link, mailTexts().emailLink);
    },
    'password-changed': ({ reader }) => mailTexts().passwordChanged(reader),
    'email-changed': ({ reader }) => mailTexts().emailChanged(reader),
    'log-in': ({ reader, details, createdAt }) =>
      mailTexts().logIn(reader, String(details.browser), createdAt),
    'log-in-link': async (mail) => {
      const { of, email } = mail;
      const account = await accountOf(mail);
      if (account === undefined) return null;
      const { accountId } = account;
      const link = { of, purpose: 'log-in', registrationId: null, accountId } as const;
      // An operator's link still works after the address of the account has changed.
      const linked = { ...link, email: of === 'operator' ? null : email };
      return await withLink(mail, linked, mailTexts().logInLink);
    },
    'log-ins-failed': async (mail) => {
      const { reader, details, createdAt } = mail;
      if ((await accountOf(mail)) === undefined) return null;
      const failed = { count: Number(details.count), since: new Date(String(details.since)) };
      return mailTexts().logInsFailed(reader, failed, createdAt);
    },
    'second-factor-enabled': ({ reader }) => mailTexts().secondFactorEnabled(reader),
    'second-factor-disabled': ({ reader }) => mailTexts().secondFactorDisabled(reader),
    'second-factor-removed': ({ reader }) => mailTexts().secondFactorRemoved(reader),
    'second-factor-refused': ({ reader, details, createdAt }) =>
      mailTexts().secondFactorRefused(reader, String(details.browser), createdAt),
    'recovery-code-used': ({ reader, details }) =>
      mailTexts().recoveryCodeUsed(reader, Number(details.left)),
    'recovery-codes-replaced': ({ reader }) => mailTexts().recoveryCodesReplaced(reader),
  };

  return async (mail) => {
    if (isPlayerMail(mail.kind)) return await composePlayerMail(dependencies, mail, mail.kind);
    const compose = isAccountMail(mail.kind) ? kinds[mail.kind] : undefined;
    if (compose === undefined) throw new Error(`There is no mail of the kind ${mail.kind}.`);
    const { memberId, details } = mail;
    const { of = 'player', accountId = memberId } = details as Partial<AddressedMail>;
    const realm = realmOf(of);
    const reader = {
      of,
      home: `${publicUrl}${realm.home}`,
      forgotten: `${publicUrl}${forgottenPath(realm)}`,
    };
    return await compose({ ...mail, of, accountId, reader });
  };

  function isAccountMail(kind: string): kind is AccountMail {
    return Object.hasOwn(kinds, kind);
  }
}

interface MailTaskOptions {
  pauseMilliseconds?: number;
  /** The texts of mails that are not about accounts, by their kind. */
  others?: Readonly<Record<string, (mail: ClaimedMail) => MailText>>;
}

/** What sends the mails about accounts, and others; null where the operator named no server for them. */
export async function createMailTask(
  dependencies: Dependencies,
  log: MailLog,
  { pauseMilliseconds, others = {} }: MailTaskOptions = {},
): Promise<MailDispatcher | null> {
  const { configuration } = dependencies;
  if (configuration.smtpUrl === null) return null;
  // Only where mails are sent, since most of what starts sends none.
  const { createSmtpTransport } = await import('../platform/mail/transport.ts');
  const compose = createMailComposer(dependencies);
  return createMailDispatcher(dependencies, {
    transport: createSmtpTransport(configuration.smtpUrl, configuration),
    compose: async (mail) => {
      const text = Object.hasOwn(others, mail.kind)
        ? others[mail.kind]?.(mail)
        : await compose(mail);
      return text ? renderMail(text) : null;
    },
    log,
    ...(pauseMilliseconds !== undefined && { pauseMilliseconds }),
  });
}
