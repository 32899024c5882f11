import { lockAccount } from '../connect/login/store/accounts.ts';
import { actAsPerson, recordAudits } from '../platform/audit/store/audit.ts';
import { retryOnContention } from '../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { deleteAnswersWith, deletePersonOfPartner, listTeamsOf } from './store/personal-rows.ts';

/** A person who works for a partner. */
interface ErasedPerson {
  accountId: string;
  email: string;
}

/**
 * Erases the account of a person who works for a partner, and takes them out of their teams, in one transaction. Their
 * applications stay. Returns false if there is no such account.
 */
export async function erasePerson(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  person: ErasedPerson,
): Promise<boolean> {
  const now = clock();
  return await retryOnContention(
    async () =>
      await database.transaction().execute(async (transaction) => {
        if (!(await lockAccount(transaction, person.accountId))) return false;
        await recordErasure(transaction, person, now);
        await deletePersonOfPartner(transaction, person);
        // Of colleagues who invited the address.
        await deleteAnswersWith(transaction, [person.email]);
        return true;
      }),
  );
}

async function recordErasure(
  transaction: DatabaseTransaction,
  { accountId }: ErasedPerson,
  now: Date,
): Promise<void> {
  const entry = { occurredAt: now, actor: 'partner', memberId: null } as const;
  const teams = await listTeamsOf(transaction, accountId);
  const left = teams.map(({ applicationId, ...details }) => {
    return { ...entry, action: 'team.removed', applicationId, details } as const;
  });
  const erased = { ...entry, action: 'account.erased', applicationId: null } as const;
  await actAsPerson(accountId, async () => await recordAudits(transaction, [...left, erased]));
}
