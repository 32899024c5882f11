// Registers people: stores the form, proves the address by a link, and creates the account.

import { fitsPassword, hashPassword } from '../connect/login/check-password.ts';
import { readEmail } from '../connect/login/domain/account-mail.ts';
import { LINK_LIFETIMES } from '../connect/login/links.ts';
import { type PostedForm, setCookie } from '../connect/login/posted-form.ts';
import { players, queueAccountMail, recordAccountAudit } from '../connect/login/realms.ts';
import { takeMail } from '../connect/login/requested-mails.ts';
import { type LoggedIn, openBrowser } from '../connect/login/sessions.ts';
import {
  insertAccount,
  insertMemberWithEmail,
  type RealmName,
} from '../connect/login/store/accounts.ts';
import { consumeLink, findLink } from '../connect/login/store/links.ts';
import { openKeyedHash } from '../members/keyed-hash.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { networkOf } from '../platform/net.ts';
import { hashSecret, newSecret } from '../platform/secrets/sealing.ts';
import {
  InvalidAccountError,
  type NewAccount,
  type NewRegistration,
  readNewAccount,
  readNewMember,
  requirePossibleBirthDate,
  type TypedSignUp,
} from './domain/new-account.ts';
import { accountTexts } from './domain/texts.ts';
import {
  deleteRegistrations,
  findRefusal,
  findRegistration,
  insertRefusal,
  insertRegistration,
  type Registration,
} from './store/registrations.ts';

type Registering = ({ of: 'player' } & NewRegistration) | ({ of: 'partner' } & TypedSignUp);

/**
 * Stores a registration, and queues the mail with the link that proves the
 * address. The response and its time are the same whether or not the address has an account:
 * only the mail differs. Returns the seconds to wait if there were too many registrations with the address, otherwise null.
 */
export async function register(
  dependencies: Dependencies,
  { password, ...typed }: Registering,
  authorizationQuery: string | null = null,
): Promise<number | null> {
  const { database, clock } = dependencies;
  const now = clock();
  const id = newId('reg');
  const passwordHash = await hashPassword(password);
  return await database.transaction().execute(async (transaction) => {
    const mail = { of: typed.of, purpose: 'registration', who: typed.email } as const;
    const wait = await takeMail(transaction, dependencies, mail);
    if (wait !== null) return wait;
    await insertRegistration(transaction, {
      id,
      ...typed,
      passwordHash,
      authorizationQuery,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_LIFETIMES.registration),
    });
    await queueAccountMail(transaction, dependencies, {
      ...{ of: typed.of, kind: 'registration', email: typed.email, accountId: null },
      details: { registrationId: id },
    });
    return null;
  });
}

/** Returns the registration of a mail's link. Null if the link is used or expired. */
export async function findRegistrationByLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  of: RealmName,
  token: string,
): Promise<Registration | null> {
  const now = clock();
  const wanted = { of, tokenHash: hashSecret(token), purpose: 'registration', now } as const;
  const link = await findLink(database, wanted);
  if (link === undefined || link.registrationId === null) return null;
  return (await findRegistration(database, link.registrationId, now)) ?? null;
}

/**
 * Returns whether this is the password of the registration. The person with the mailbox must also be the one who
 * registered. Otherwise somebody could register with another person's address. That person might follow the
 * link, and would then have an account whose password the first person knows.
 */
export async function isOwnRegistration(
  { passwordHash }: Registration,
  password: string,
): Promise<boolean> {
  return await fitsPassword(password, passwordHash);
}

/**
 * Creates the account and logs in the browser that sent the form, in one transaction. Returns null if the link
 * is used, or the address has an account.
 */
export async function confirmRegistration(
  dependencies: Dependencies,
  token: string,
  registration: Registration,
  form: Pick<PostedForm, 'cookies' | 'raw'>,
): Promise<LoggedIn | null> {
  const { database, clock } = dependencies;
  const now = clock();
  const { of, email } = registration;
  return await database.transaction().execute(async (transaction) => {
    const used = { of, tokenHash: hashSecret(token), purpose: 'registration', now } as const;
    if ((await consumeLink(transaction, used)) === undefined) return null;
    const accountId = await storeRegistered(transaction, registration, now);
    await deleteRegistrations(transaction, registration);
    if (accountId === null) return null;
    return await openBrowser(transaction, dependencies, { of, accountId, email }, form);
  });
}

/** Creates the account of a registration. Returns null if the address has one. */
async function storeRegistered(
  transaction: DatabaseTransaction,
  registration: Registration,
  now: Date,
): Promise<string | null> {
  const { of, passwordHash, email } = registration;
  if (of === 'player') {
    const proven = { passwordHash, emailProvenAt: now, by: 'player', now } as const;
    const member = readNewMember(registration);
    return (await storeAccount(transaction, { member, ...proven }))?.memberId ?? null;
  }
  const id = newId('acc');
  const isNew = await insertAccount(transaction, {
    ...{ id, role: 'partner', name: registration.name, email, password_hash: passwordHash },
    ...{ created_at: now, password_changed_at: now, email_proven_at: now },
  });
  if (!isNew) return null;
  await recordAccountAudit(transaction, { of, accountId: id, action: 'account.created', now });
  return id;
}

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Returns whether somebody was too young within a day with this browser, or with this email address in this
 * network. The network alone would refuse a whole school, and the address alone would let a stranger keep its owner out.
 */
export async function wasTooYoung(
  dependencies: Dependencies,
  { cookies, raw }: PostedForm,
  email: string,
): Promise<boolean> {
  if (cookies.tooYoung !== null) return true;
  const origin = await originOf(dependencies, raw.ip, email);
  return await findRefusal(dependencies.database, origin, dependencies.clock());
}

/** Remembers for a day that somebody was too young. Returns the cookie for the browser. */
export async function rememberTooYoung(
  dependencies: Dependencies,
  { raw }: PostedForm,
  email: string,
): Promise<string> {
  const origin = await originOf(dependencies, raw.ip, email);
  const expiresAt = new Date(dependencies.clock().getTime() + DAY_SECONDS * 1_000);
  await insertRefusal(dependencies.database, origin, expiresAt);
  return setCookie(dependencies.publicUrl, players, 'too-young', newSecret(''), DAY_SECONDS);
}

async function originOf(dependencies: Dependencies, ip: string, email: string): Promise<Buffer> {
  const hash = await openKeyedHash(dependencies);
  const address = (readEmail(email) ?? email).toLowerCase();
  return Buffer.from(hash(`${address}\n${networkOf(ip)}`), 'hex');
}

export { InvalidAccountError };

export interface CreatedAccount {
  memberId: string;
  memberNumber: number;
}

/**
 * Creates a member and their account in one transaction. Matches that an import reported for
 * them (as a ghost, a member without an account) can be claimed after the address is proven.
 * @param beforeCommit Called at the end of the transaction, if the account is created.
 * @throws InvalidAccountError if the email address is taken or a value is invalid.
 */
export async function createAccount(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  account: NewAccount,
  beforeCommit: (
    transaction: DatabaseTransaction,
    made: CreatedAccount,
  ) => Promise<void> = async () => {},
): Promise<CreatedAccount> {
  const member = readNewAccount(account);
  const now = clock();
  requirePossibleBirthDate(member.birth_date, now);
  const passwordHash = await hashPassword(account.password);
  const stored = { member, passwordHash, emailProvenAt: null, by: 'operator', now } as const;
  const made = await database.transaction().execute(async (transaction) => {
    const created = await storeAccount(transaction, stored);
    if (created !== null) await beforeCommit(transaction, created);
    return created;
  });
  if (made === null) {
    throw new InvalidAccountError(accountTexts().errors.emailTaken(member.email), {
      field: 'email',
      code: 'repeated_identifier',
    });
  }
  return made;
}

interface AccountToStore {
  member: ReturnType<typeof readNewAccount>;
  passwordHash: string;
  emailProvenAt: Date | null;
  /** The creator, for the audit. */
  by: 'player' | 'operator';
  now: Date;
}

/** Creates a member and their account. Returns null if another member has the email address. */
export async function storeAccount(
  transaction: DatabaseTransaction,
  { member, passwordHash, emailProvenAt, by, now }: AccountToStore,
): Promise<CreatedAccount | null> {
  const row = { id: newId('mem'), created_at: now, ...member };
  const made = await insertMemberWithEmail(transaction, row);
  if (made === undefined) return null;
  await insertAccount(transaction, {
    id: made.id,
    role: 'player',
    password_hash: passwordHash,
    created_at: now,
    password_changed_at: now,
    email_proven_at: emailProvenAt,
  });
  await recordAudit(transaction, {
    occurredAt: now,
    actor: by,
    action: 'member.created',
    applicationId: null,
    memberId: made.id,
  });
  return { memberId: made.id, memberNumber: made.memberNumber };
}
