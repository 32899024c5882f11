import { newId } from '../database/identifiers.ts';
import type { Dependencies } from '../dependencies.ts';
import { InvalidAccountError, type NewAccount, readNewAccount } from './domain/new-account.ts';
import { hashPassword } from './password-hash.ts';
import { insertAccount, insertMemberWithEmail } from './store/accounts.ts';

export { InvalidAccountError };

export interface CreatedAccount {
  memberId: string;
  memberNumber: number;
}

/**
 * Makes a member and the account they log in with, both or neither.
 * @throws InvalidAccountError where the e-mail address is taken or a value is refused.
 */
export async function createAccount(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  account: NewAccount,
): Promise<CreatedAccount> {
  const member = readNewAccount(account);
  const now = clock();
  const passwordHash = await hashPassword(account.password);

  return await database.transaction().execute(async (transaction) => {
    const inserted = await insertMemberWithEmail(transaction, {
      id: newId('mem'),
      created_at: now,
      ...member,
    });
    if (inserted === undefined) {
      throw new InvalidAccountError(
        `A member with the e-mail address ${member.email} exists already.`,
      );
    }
    await insertAccount(transaction, {
      member_id: inserted.id,
      password_hash: passwordHash,
      created_at: now,
      password_changed_at: now,
    });
    return { memberId: inserted.id, memberNumber: inserted.memberNumber };
  });
}
