// Writes the mails about accounts when they are sent.

import type { AccountMail } from '../connect/login/domain/account-mail.ts';
import { createLink, type LinkRequest } from '../connect/login/links.ts';
import { forgottenPath, realmOf } from '../connect/login/realms.ts';
import {
  findNamedAccount,
  lockOpenAccount,
  type RealmName,
} from '../connect/login/store/accounts.ts';
import { lockAgainstErasure } from '../members/store/members.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { MailDispatcher, type MailLog } from '../platform/mail/dispatch-mails.ts';
import { type MailText, renderMail } from '../platform/mail/render-mail.ts';
import { type ClaimedMail, lockMail } from '../platform/mail/store/mails.ts';
import { withIdentity } from '../platform/pages/identity.ts';
import { composePlayerMail, isPlayerMail } from './compose-player-mail.ts';
import { type MailReader, mailTexts } from './domain/mail-texts.ts';
import { findRegistration } from './store/registrations.ts';

interface AddressedMail extends ClaimedMail {
  of: RealmName;
  /** Null if the address does not need an account. */
  accountId: string | null;
  reader: MailReader;
}

type Compose = (mail: AddressedMail) => Promise<MailText | null> | MailText;

type LinkText = (reader: MailReader, link: string) => MailText;

/**
 * Writes the mails about accounts when they are sent. So the response to a form cannot reveal whether an account
 * exists, and the token of a link is stored only as a hash.
 */
export function createMailComposer(
  dependencies: Dependencies,
): (mail: ClaimedMail) => Promise<MailText | null> {
  const composer = new AccountMails(dependencies);
  return async (mail) =>
    isPlayerMail(mail.kind)
      ? await composePlayerMail(dependencies, mail, mail.kind)
      : await composer.compose(mail);
}

class AccountMails {
  readonly #dependencies: Dependencies;

  readonly #kinds: Record<AccountMail, Compose> = {
    registration: async (mail) => await this.#registration(mail),
    'password-link': async (mail) => await this.#passwordLink(mail, mailTexts().passwordLink),
    'email-link': async (mail) => await this.#emailLink(mail),
    'password-changed': ({ reader }) => mailTexts().passwordChanged(reader),
    'email-changed': ({ reader }) => mailTexts().emailChanged(reader),
    'log-in': ({ reader, details, createdAt }) =>
      mailTexts().logIn(reader, String(details.browser), createdAt),
    'log-in-link': async (mail) => await this.#logInLink(mail),
    'log-ins-failed': async (mail) => await this.#logInsFailed(mail),
    'second-factor-enabled': ({ reader }) => mailTexts().secondFactorEnabled(reader),
    'second-factor-disabled': ({ reader }) => mailTexts().secondFactorDisabled(reader),
    'second-factor-removed': ({ reader }) => mailTexts().secondFactorRemoved(reader),
    'second-factor-refused': ({ reader, details, createdAt }) =>
      mailTexts().secondFactorRefused(reader, String(details.browser), createdAt),
    'recovery-code-used': ({ reader, details }) =>
      mailTexts().recoveryCodeUsed(reader, Number(details.left)),
    'recovery-codes-replaced': ({ reader }) => mailTexts().recoveryCodesReplaced(reader),
    'account-erased': ({ reader }) => mailTexts().accountErased(reader),
  };

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async compose(mail: ClaimedMail): Promise<MailText | null> {
    const { kind, memberId, details } = mail;
    if (!this.#isKnown(kind)) throw new Error(`Unknown kind of mail: ${kind}.`);
    const { of = 'player', accountId = memberId } = details as Partial<AddressedMail>;
    const realm = realmOf(of);
    const { publicUrl } = this.#dependencies;
    const reader = {
      of,
      home: `${publicUrl}${realm.home}`,
      forgotten: `${publicUrl}${forgottenPath(realm)}`,
    };
    return await this.#kinds[kind]({ ...mail, of, accountId, reader });
  }

  #isKnown(kind: string): kind is AccountMail {
    return Object.hasOwn(this.#kinds, kind);
  }

  async #registration(mail: AddressedMail): Promise<MailText | null> {
    const { database, clock } = this.#dependencies;
    const { of, email, details } = mail;
    if ((await this.#accountOf(mail)) !== undefined) {
      return await this.#passwordLink(mail, mailTexts().accountExists);
    }
    const registrationId = String(details.registrationId);
    if ((await findRegistration(database, registrationId, clock())) === undefined) return null;
    const link = { of, purpose: 'registration', registrationId, accountId: null, email } as const;
    return await this.#withLink(mail, link, mailTexts().registration);
  }

  async #passwordLink(mail: AddressedMail, text: LinkText): Promise<MailText | null> {
    const { of, email } = mail;
    const account = await this.#accountOf(mail);
    if (account === undefined) return null;
    const { accountId } = account;
    const link = { of, purpose: 'password', registrationId: null, accountId, email } as const;
    return await this.#withLink(mail, link, text);
  }

  async #emailLink(mail: AddressedMail): Promise<MailText | null> {
    const { of, email, accountId } = mail;
    const other = await this.#accountOf(mail);
    if (accountId === null || (other !== undefined && other.accountId !== accountId)) return null;
    const link = { of, purpose: 'email', registrationId: null, accountId, email } as const;
    return await this.#withLink(mail, link, mailTexts().emailLink);
  }

  async #logInLink(mail: AddressedMail): Promise<MailText | null> {
    const { of, email } = mail;
    const account = await this.#accountOf(mail);
    if (account === undefined) return null;
    const { accountId } = account;
    const link = { of, purpose: 'log-in', registrationId: null, accountId } as const;
    // An operator's link still works after the address of the account has changed.
    const linked = { ...link, email: of === 'operator' ? null : email };
    return await this.#withLink(mail, linked, mailTexts().logInLink);
  }

  async #logInsFailed(mail: AddressedMail): Promise<MailText | null> {
    const { reader, details, createdAt } = mail;
    if ((await this.#accountOf(mail)) === undefined) return null;
    const failed = { count: Number(details.count), since: new Date(String(details.since)) };
    return mailTexts().logInsFailed(reader, failed, createdAt);
  }

  async #accountOf({ of, email, accountId }: AddressedMail) {
    // The mail names the operator, because several operators may have one address.
    if (of === 'operator') return accountId === null ? undefined : { accountId };
    return await findNamedAccount(this.#dependencies.database, { of, name: email });
  }

  /** Null if the account is locked, or the mail was deleted. */
  async #withLink(
    { id: mailId, of, reader }: AddressedMail,
    link: LinkRequest,
    text: LinkText,
  ): Promise<MailText | null> {
    const { database } = this.#dependencies;
    return await database.transaction().execute(async (transaction) => {
      // An erasure and the ending of links lock in this order too, before they lock the mail.
      const { accountId } = link;
      if (accountId !== null) {
        if (of === 'player' && !(await lockAgainstErasure(transaction, accountId))) return null;
        if (!(await lockOpenAccount(transaction, accountId))) return null;
      }
      // Ending the links of an account first deletes its pending mails, so none gets a link later.
      if (!(await lockMail(transaction, mailId))) return null;
      return text(reader, await createLink(transaction, this.#dependencies, { ...link, mailId }));
    });
  }
}

interface MailTaskOptions {
  pauseMilliseconds?: number;
  /** The texts of other mails, by their kind. */
  others?: Readonly<Record<string, (mail: ClaimedMail) => MailText>>;
}

/** Creates the task that sends mails about accounts and others. Null if the operator set no mail server. */
export async function createMailTask(
  dependencies: Dependencies,
  log: MailLog,
  { pauseMilliseconds, others = {} }: MailTaskOptions = {},
): Promise<MailDispatcher | null> {
  const { configuration } = dependencies;
  if (configuration.smtpUrl === null) return null;
  // Loaded only if mails are sent, because most processes send none.
  const { createSmtpTransport } = await import('../platform/mail/transport.ts');
  const compose = createMailComposer(dependencies);
  return new MailDispatcher(dependencies, {
    transport: createSmtpTransport(configuration.smtpUrl, configuration),
    compose: async (mail) => {
      const text = Object.hasOwn(others, mail.kind)
        ? others[mail.kind]?.(mail)
        : await compose(mail);
      return text ? withIdentity(configuration, () => renderMail(text)) : null;
    },
    log,
    ...(pauseMilliseconds !== undefined && { pauseMilliseconds }),
  });
}
