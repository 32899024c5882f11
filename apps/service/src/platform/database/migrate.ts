import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import {
  type ConnectedDatabase,
  connectDatabase,
  type DatabaseAddress,
  type PostgresOptions,
} from './connect.ts';
import { refuseOldPostgres } from './hosts.ts';
import { noteIncarnation, positionRestoredUpdates } from './incarnation.ts';
import { requireWritable } from './lock.ts';
import { createMaintenance } from './maintenance.ts';
import { addSportParameters } from './migrations/0004-sport-parameters.ts';
import { addPlayerMails } from './migrations/0005-player-mails.ts';
import { addSharedItems } from './migrations/0006-shared-items.ts';
import { addUpheldResults } from './migrations/0007-upheld-results.ts';
import { addAccountRoles } from './migrations/0008-account-roles.ts';
import { addOperatorAccounts } from './migrations/0009-operator-accounts.ts';
import { addTeams } from './migrations/0010-teams.ts';
import { addJobs } from './migrations/0011-jobs.ts';
import { addTeamMails } from './migrations/0012-team-mails.ts';
import { simplifySearch } from './migrations/0013-plain-search.ts';
import { removeBoundTokens } from './migrations/0014-bearer-tokens.ts';
import { packHistory } from './migrations/0015-packed-history.ts';
import { addTraceparents } from './migrations/0016-traces.ts';
import { addMemberNumbers } from './migrations/0017-member-numbers.ts';
import { numberLedger } from './migrations/0018-ledger-numbers.ts';
import { addPartitions } from './migrations/0019-partitions.ts';
import { keepVowelSigns } from './migrations/0020-names-with-vowel-signs.ts';
import { refuseErasedNames } from './migrations/0021-erased-names.ts';
import { addRegisteredDiscovery } from './migrations/0022-registered-discovery.ts';
import { addAnswerReasons } from './migrations/0023-answer-reasons.ts';
import { createSchema } from './schema/create-schema.ts';
import { addGroupsAndPairs } from './schema/groups-and-pairs.ts';
import { addOperatorTokens } from './schema/operator-tokens.ts';
import type { Database } from './schema.ts';
import { appliedMigrations, refusePending, refuseUnknown } from './schema-version.ts';

type Migrations = Readonly<Record<string, Migration>>;

// Append only. A migration that has run anywhere is never edited. A new one changes what it did.
const all: Migrations = {
  '0001-schema': { up: createSchema },
  '0002-groups-and-pairs': { up: addGroupsAndPairs },
  '0003-operator-tokens': { up: addOperatorTokens },
  '0004-sport-parameters': { up: addSportParameters },
  '0005-player-mails': { up: addPlayerMails },
  '0006-shared-items': { up: addSharedItems },
  '0007-upheld-results': { up: addUpheldResults },
  '0008-account-roles': { up: addAccountRoles },
  '0009-operator-accounts': { up: addOperatorAccounts },
  '0010-teams': { up: addTeams },
  '0011-jobs': { up: addJobs },
  '0012-team-mails': { up: addTeamMails },
  '0013-plain-search': { up: simplifySearch },
  '0014-bearer-tokens': { up: removeBoundTokens },
  '0015-packed-history': { up: packHistory },
  '0016-traces': { up: addTraceparents },
  '0017-member-numbers': { up: addMemberNumbers },
  '0018-ledger-numbers': { up: numberLedger },
  '0019-partitions': { up: addPartitions },
  '0020-names-with-vowel-signs': { up: keepVowelSigns },
  '0021-erased-names': { up: refuseErasedNames },
  '0022-registered-discovery': { up: addRegisteredDiscovery },
  '0023-answer-reasons': { up: addAnswerReasons },
};

// The number of Kysely's own lock, so that this version waits for an earlier version that takes Kysely's lock.
const MIGRATION_LOCK = 3853314791062309107n;

/** A migration failed, and its `cause` says why. The message is for the person who runs the service. */
export class MigrationError extends Error {
  override name = 'MigrationError';

  constructor(migration: string | undefined, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `Migration ${migration ?? '(unknown)'} failed: ${reason}\n` +
        'The database has not changed, because all migrations run in one transaction.',
      { cause },
    );
  }
}

/**
 * Brings the schema up to date, and returns the names of the applied migrations. Each migration runs once: the database
 * records its name, and an advisory lock makes a second instance wait.
 * @throws SchemaVersionError if a newer version has changed the schema.
 * @throws MigrationError if a migration fails.
 */
export async function migrateToLatest(
  database: Database,
  migrations: Migrations = all,
): Promise<string[]> {
  return await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
    await requireWritable(transaction);
    refuseUnknown(await appliedMigrations(transaction), Object.keys(migrations));
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: async () => ({ ...migrations }) },
    });
    const { error, results } = await migrator.migrateToLatest();
    if (error !== undefined) {
      const failed = results?.find(({ status }) => status === 'Error');
      throw new MigrationError(failed?.migrationName, error);
    }
    return (results ?? []).map((result) => result.migrationName);
  });
}

/** @throws SchemaVersionError if the schema is of another version. */
async function requireThisSchema(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await requireWritable(transaction);
    const [applied, known] = [await appliedMigrations(transaction), Object.keys(all)];
    refuseUnknown(applied, known);
    refusePending(applied, known);
  });
}

export interface OpenedDatabase extends ConnectedDatabase {
  /** The migrations that this call applied. */
  applied: string[];
}

export interface OpenOptions extends PostgresOptions {
  /** Refuses the schema of an earlier version, because instances of that version may be running. */
  isBesideOthers?: boolean;
}

/**
 * Opens the database, refuses a PostgreSQL that is too old, and brings the schema up to date. Vacuums and analyzes the
 * embedded database until it is closed, because it has no autovacuum.
 */
export async function openDatabase(
  address: DatabaseAddress,
  { isBesideOthers = false, ...options }: OpenOptions = {},
): Promise<OpenedDatabase> {
  const connected = await connectDatabase(address, options);
  try {
    await refuseOldPostgres(connected.database);
    if (isBesideOthers) await requireThisSchema(connected.database);
    const applied = isBesideOthers ? [] : await migrateToLatest(connected.database);
    if (applied.length > 0) options.log?.info({ applied }, 'Migrations applied.');
    await positionRestoredUpdates(connected.database);
    await noteIncarnation(connected.database, options.log);
    const opened = connected.kind === 'pglite' ? withMaintenance(connected, options) : connected;
    return { ...opened, applied };
  } catch (error) {
    await connected.close();
    throw error;
  }
}

function withMaintenance(
  connected: ConnectedDatabase,
  { log }: PostgresOptions,
): ConnectedDatabase {
  const maintenance = createMaintenance(connected.database, log);
  maintenance.start();
  return {
    ...connected,
    close: async () => {
      await maintenance.stop();
      await connected.close();
    },
  };
}
