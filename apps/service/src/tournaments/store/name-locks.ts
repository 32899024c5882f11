import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';

// Any number will do, so long as no other pair of numbers begins with it.
const NAMES = 10_877;

// The same of applications.
const APPLICATIONS = 10_878;

// One lock for every name would be more than a database has room for where an import brings
// thousands; fewer than these, and imports with nobody in common would wait for each other.
const LOCKS = 256;

/**
 * Nobody else imports people of these names until the transaction ends, so that of two imports of
 * one person the second finds the ghost of the first.
 */
export async function lockNames(
  transaction: DatabaseTransaction,
  names: readonly string[],
): Promise<void> {
  // Always in the same order, so that two imports cannot deadlock.
  await sql`
    select pg_advisory_xact_lock(${NAMES}, lock_number)
    from (
      select distinct abs(hashtext(name)::bigint % ${LOCKS})::integer as lock_number
      from unnest(${names}::text[]) as name
      order by lock_number
    ) as needed
  `.execute(transaction);
}

/** Waits until no other transaction imports for the application, which another instance may do. */
export async function lockImports(
  transaction: DatabaseTransaction,
  applicationId: string,
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${APPLICATIONS}, hashtext(${applicationId}))
  `.execute(transaction);
}
