import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { DatabaseTransaction } from './schema.ts';

export interface DirectoryLock {
  release: () => Promise<void>;
}

/** Refuses a second process, because two processes on one embedded database silently lose data. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';

  constructor(directory: string) {
    super(
      `The data in ${directory} is in use by another process of this service. ` +
        'Stop that process, give this one another directory (DATA_DIR), ' +
        'or run several instances over one PostgreSQL (DATABASE_URL).',
    );
  }
}

// Uses only the file lock of SQLite. The operating system releases it when the process ends, also after a crash.
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const file = new DatabaseSync(join(directory, 'lock'));
  try {
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Error && error.message.includes('locked')) {
      throw new DirectoryInUseError(directory);
    }
    throw error;
  }
  return { release: async () => file.close() };
}

/** The service cannot create its tables in the database. The message is for the person who set it up. */
export class UnwritableDatabaseError extends Error {
  override name = 'UnwritableDatabaseError';
}

/**
 * Checks that the database can be written, before the first migration: the migrator loses the error of a failed migration. A
 * service whose schema is up to date needs this check too.
 * @throws UnwritableDatabaseError
 */
export async function requireWritable(transaction: DatabaseTransaction): Promise<void> {
  const { rows } = await sql<{
    isMigrated: boolean;
    isStandby: boolean;
    isReadOnly: boolean;
    mayCreate: boolean | null;
    encoding: string;
    lowersByUnicode: boolean;
    role: string;
    name: string;
  }>`
    select to_regclass('kysely_migration') is not null as "isMigrated",
      pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      has_schema_privilege(current_schema(), 'create') as "mayCreate",
      current_setting('server_encoding') as encoding, lower('I') = 'i' as "lowersByUnicode",
      quote_ident(current_user) as role, quote_ident(current_database()) as name
  `.execute(transaction);
  const [facts] = rows;
  if (facts === undefined) return;
  const { role, name } = facts;
  if (facts.isStandby) {
    throw new UnwritableDatabaseError(
      `The database ${name} is on a standby, which can only be read. Promote it, or give DATABASE_URL the address of the primary.`,
    );
  }
  if (facts.isReadOnly) {
    throw new UnwritableDatabaseError(
      `The database ${name} can only be read, because default_transaction_read_only is on for it, the role or the server. Turn it off, or give DATABASE_URL the address of a database that can be written.`,
    );
  }
  if (!facts.isMigrated && facts.mayCreate !== true) {
    throw new UnwritableDatabaseError(
      `The role ${role} cannot create tables in the database ${name}. Make it the owner: alter database ${name} owner to ${role}.`,
    );
  }
  if (facts.encoding !== 'UTF8' || !facts.lowersByUnicode) {
    const error =
      facts.encoding === 'UTF8'
        ? 'lower-cases "I" by the rules of another language'
        : `has the encoding ${facts.encoding}, in which not every name can be stored and found`;
    throw new UnwritableDatabaseError(
      `The database ${name} ${error}. Drop it and create it with another encoding and locale: ` +
        `create database ${name} owner ${role} encoding 'UTF8' locale 'C.UTF-8' template template0.`,
    );
  }
}
