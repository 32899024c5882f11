import type { AccountTable, Database } from '../../platform/database/schema.ts';
import type { ListPart } from './applications.ts';

export type OperatorRole = Extract<AccountTable['role'], 'support' | 'admin'>;

export interface ListedOperator {
  id: string;
  name: string;
  role: OperatorRole;
  /** Where warnings and log-in links are mailed; null if no address is known. */
  email: string | null;
  createdAt: Date;
  /** Null until they have opened their link. */
  setUpAt: Date | null;
  lastLogInAt: Date | null;
}

/** The accounts of operators, by name. */
export async function listOperators(
  database: Database,
  { after, limit }: ListPart,
): Promise<ListedOperator[]> {
  return await selectOperators(database)
    .$if(after !== undefined, (query) => query.where('account.name', '>', after ?? ''))
    .orderBy('account.name')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** The account of an operator; undefined if there is no such operator. */
export async function findOperator(
  database: Database,
  name: string,
): Promise<ListedOperator | undefined> {
  return await selectOperators(database).where('account.name', '=', name).executeTakeFirst();
}

function selectOperators(database: Database) {
  return database
    .selectFrom('account')
    .leftJoin('account_second_factor as factor', 'factor.account_id', 'account.id')
    .select(({ ref }) => [
      'account.id',
      ref('account.name').$notNull().as('name'),
      ref('account.role').$castTo<OperatorRole>().as('role'),
      'account.email',
      'account.created_at as createdAt',
      // Both come with the same form.
      'factor.enabled_at as setUpAt',
      'account.last_log_in_at as lastLogInAt',
    ])
    .where('account.role', 'in', ['support', 'admin']);
}

/** Changes the address and the role of an operator. */
export async function updateOperator(
  database: Database,
  { id, email, role }: Pick<ListedOperator, 'id' | 'email' | 'role'>,
): Promise<void> {
  await database.updateTable('account').set({ email, role }).where('id', '=', id).execute();
}

/** Deletes an account and everything that belongs to it. */
export async function deleteOperator(database: Database, id: string): Promise<void> {
  await database.deleteFrom('account').where('id', '=', id).execute();
}
