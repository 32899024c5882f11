import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { hashSecret } from '../platform/secrets/secrets.ts';
import { fitsPassword } from './check-password.ts';
import { type LoggedIn, openBrowser } from './complete-log-in.ts';
import { storeAccount } from './create-account.ts';
import type { AccountMail } from './domain/account-mail.ts';
import { readNewMember } from './domain/new-account.ts';
import type { TypedRegistration } from './domain/registration.ts';
import { LINK_LIFETIMES } from './links.ts';
import { hashPassword } from './password-hash.ts';
import type { PostedForm } from './posted-form.ts';
import { consumeLink, findLink } from './store/links.ts';
import {
  deleteRegistrations,
  findRegistration,
  insertRegistration,
  type Registration,
} from './store/registrations.ts';

/**
 * Stores what somebody typed who registers, and queues the mail with the link that proves the
 * address. The same is done, and takes the same time, whether or not the address has an account:
 * which of the two it is, only the mail says.
 */
export async function register(
  dependencies: Dependencies,
  { password, ...typed }: TypedRegistration,
  authorizationQuery: string | null,
): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock();
  const id = newId('reg');
  const passwordHash = await hashPassword(password);
  await database.transaction().execute(async (transaction) => {
    await insertRegistration(transaction, {
      id,
      ...typed,
      passwordHash,
      authorizationQuery,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_LIFETIMES.registration),
    });
    await queueMail<AccountMail>(transaction, dependencies, {
      kind: 'registration',
      email: typed.email,
      memberId: null,
      details: { registrationId: id },
    });
  });
}

/** The registration that a link of a mail finishes; null for one that was used or has expired. */
export async function findRegistrationByLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string,
): Promise<Registration | null> {
  const now = clock();
  const wanted = { tokenHash: hashSecret(token), purpose: 'registration', now } as const;
  const link = await findLink(database, wanted);
  if (link === undefined || link.registrationId === null) return null;
  return (await findRegistration(database, link.registrationId, now)) ?? null;
}

/**
 * Whether this is the password of the registration. The person who has the mailbox must also have filled
 * in the form. Otherwise somebody could have an account made with their own password and the address of
 * another, who only follows a link.
 */
export async function isOwnRegistration(
  { passwordHash }: Registration,
  password: string,
): Promise<boolean> {
  return await fitsPassword(password, passwordHash);
}

/**
 * Makes the account and logs in the browser that sent the form, both or neither; null where the link was used
 * meanwhile, or the address has an account.
 */
export async function confirmRegistration(
  dependencies: Dependencies,
  token: string,
  registration: Registration,
  form: Pick<PostedForm, 'cookies' | 'raw'>,
): Promise<LoggedIn | null> {
  const { database, clock } = dependencies;
  const now = clock();
  const { passwordHash, email } = registration;
  return await database.transaction().execute(async (transaction) => {
    const used = { tokenHash: hashSecret(token), purpose: 'registration', now } as const;
    if ((await consumeLink(transaction, used)) === undefined) return null;
    const account = await storeAccount(transaction, {
      member: readNewMember(registration),
      passwordHash,
      emailProvenAt: now,
      by: 'player',
      now,
    });
    await deleteRegistrations(transaction, email);
    if (account === null) return null;
    const { memberId } = account;
    return await openBrowser(transaction, dependencies, { memberId, email }, form);
  });
}
