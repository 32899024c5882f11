import { sql } from 'kysely';
import type { DatabaseTransaction } from './schema.ts';

/** A database in which no table can be made, as a sentence for who set it up. */
export class UnwritableDatabaseError extends Error {
  override name = 'UnwritableDatabaseError';
}

/**
 * Stands before the first migration, whose own error is lost: the migrator asks the transaction that failed what failed.
 * @throws UnwritableDatabaseError
 */
export async function requireWritable(transaction: DatabaseTransaction): Promise<void> {
  const { rows } = await sql<{
    isMigrated: boolean;
    isReadOnly: boolean;
    mayCreate: boolean | null;
    role: string;
    name: string;
  }>`
    select to_regclass('kysely_migration') is not null as "isMigrated",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      has_schema_privilege(current_schema(), 'create') as "mayCreate",
      quote_ident(current_user) as role, quote_ident(current_database()) as name
  `.execute(transaction);
  const [facts] = rows;
  if (facts === undefined || facts.isMigrated) return;
  const { role, name } = facts;
  if (facts.isReadOnly) {
    throw new UnwritableDatabaseError(
      `The database ${name} can only be read. Give DATABASE_URL the address of one that is no standby.`,
    );
  }
  if (facts.mayCreate !== true) {
    throw new UnwritableDatabaseError(
      `The role ${role} may make no tables in the database ${name}. Make it the owner: alter database ${name} owner to ${role}.`,
    );
  }
}
