import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import {
  InvalidAccountError,
  type NewAccount,
  readNewAccount,
  requirePossibleBirthDate,
} from './domain/new-account.ts';
import { hashPassword } from './password-hash.ts';
import { insertAccount, insertMemberWithEmail } from './store/accounts.ts';

export { InvalidAccountError };

export interface CreatedAccount {
  memberId: string;
  memberNumber: number;
}

/**
 * Makes a member and the account they log in with, both or neither. What they played as a ghost is
 * claimed by them, once their address is proven.
 * @throws InvalidAccountError where the e-mail address is taken or a value is refused.
 */
export async function createAccount(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  account: NewAccount,
): Promise<CreatedAccount> {
  const member = readNewAccount(account);
  const now = clock();
  requirePossibleBirthDate(member.birth_date, now);
  const passwordHash = await hashPassword(account.password);
  const made = await database
    .transaction()
    .execute((transaction) =>
      storeAccount(transaction, { member, passwordHash, emailProvenAt: null, by: 'operator', now }),
    );
  if (made === null) {
    throw new InvalidAccountError(
      `A member with the e-mail address ${member.email} exists already.`,
      { field: 'email' },
    );
  }
  return made;
}

export interface AccountToStore {
  member: ReturnType<typeof readNewAccount>;
  passwordHash: string;
  emailProvenAt: Date | null;
  /** Who makes it, for the audit. */
  by: 'player' | 'operator';
  now: Date;
}

/** Makes a member and their account; null where another has the e-mail address. */
export async function storeAccount(
  transaction: DatabaseTransaction,
  { member, passwordHash, emailProvenAt, by, now }: AccountToStore,
): Promise<CreatedAccount | null> {
  const row = { id: newId('mem'), created_at: now, ...member };
  const made = await insertMemberWithEmail(transaction, row);
  if (made === undefined) return null;
  await insertAccount(transaction, {
    member_id: made.id,
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
