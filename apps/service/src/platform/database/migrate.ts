import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { up as foundation } from './migrations/0001-foundation.ts';
import { up as players } from './migrations/0002-players.ts';
import { up as standings } from './migrations/0003-standings.ts';
import { up as corrections } from './migrations/0004-corrections.ts';
import { up as ratingUpdates } from './migrations/0005-rating-updates.ts';
import { up as memberSearch } from './migrations/0006-member-search.ts';
import { up as idempotencyLeases } from './migrations/0007-idempotency-leases.ts';
import { up as ghosts } from './migrations/0008-ghosts.ts';
import { up as leanHistory } from './migrations/0009-lean-history.ts';
import { up as retention } from './migrations/0010-retention.ts';
import { up as demonstrationSeed } from './migrations/0011-demonstration-seed.ts';
import { up as words } from './migrations/0012-words.ts';
import { up as secretsKeyCheck } from './migrations/0013-secrets-key-check.ts';
import { up as consent } from './migrations/0014-consent.ts';
import { up as applicationLimits } from './migrations/0015-application-limits.ts';
import { up as erasure } from './migrations/0017-erasure.ts';
import { up as mail } from './migrations/0018-mail.ts';
import { up as unsampledAddresses } from './migrations/0020-unsampled-addresses.ts';
import { up as knownDevices } from './migrations/0021-known-devices.ts';
import { up as discovery } from './migrations/0022-discovery.ts';
import { up as nameOrder } from './migrations/0023-name-order.ts';
import { up as oneMatch } from './migrations/0024-one-match.ts';
import { up as secondFactor } from './migrations/0025-second-factor.ts';
import { up as ownGhosts } from './migrations/0026-ghosts.ts';
import { up as matchStatus } from './migrations/0027-match-status.ts';
import { up as fingerprintRules } from './migrations/0028-fingerprint-rules.ts';
import { up as explanation } from './migrations/0029-explanation.ts';
import { up as doubles } from './migrations/0030-doubles.ts';
import { up as absence } from './migrations/0032-absence.ts';
import { up as walkovers } from './migrations/0033-walkovers.ts';
import { up as settlement } from './migrations/0034-settlement.ts';
import { up as standingsByIndex } from './migrations/0035-standings-by-index.ts';
import { up as packedStates } from './migrations/0036-packed-states.ts';
import { up as webhookEndpoints } from './migrations/0037-webhook-endpoints.ts';
import { up as lighterRebuilds } from './migrations/0038-lighter-rebuilds.ts';
import { up as deletedPartners } from './migrations/0039-deleted-partners.ts';
import { up as lockedAccounts } from './migrations/0040-locked-accounts.ts';
import { up as repeatedRefreshes } from './migrations/0043-repeated-refreshes.ts';
import { up as playedMatches } from './migrations/0044-played-matches.ts';
import { up as sharedPages } from './migrations/0045-shared-pages.ts';
import { up as secretsKeys } from './migrations/0050-secrets-keys.ts';
import { up as operatorAccounts } from './migrations/0051-operator-accounts.ts';
import { up as dailyRequests } from './migrations/0052-daily-requests.ts';
import { up as partitionedDeliveries } from './migrations/0053-partitioned-deliveries.ts';
import { up as dpop } from './migrations/0054-dpop.ts';
import { up as pushedRequests } from './migrations/0055-pushed-requests.ts';
import { up as linkMails } from './migrations/0056-link-mails.ts';
import { up as databaseIncarnation } from './migrations/0057-database-incarnation.ts';
import { up as lastFailure } from './migrations/0058-last-failure.ts';
import { up as voidedStatus } from './migrations/0059-voided-status.ts';
import { up as functionsWithoutJit } from './migrations/0060-functions-without-jit.ts';
import { up as children } from './migrations/0064-children.ts';
import { up as refusedRegistrations } from './migrations/0065-refused-registrations.ts';
import { up as operatorProof } from './migrations/0066-operator-proof.ts';
import { up as dailyAttempts } from './migrations/0067-daily-attempts.ts';
import { up as hiddenConnections } from './migrations/0069-hidden-connections.ts';
import { up as reports } from './migrations/0070-reports.ts';
import { requireWritable } from './require-writable.ts';
import type { Database } from './schema.ts';

// Append only: a migration that has run anywhere is never edited, it is followed by another.
export const migrations: Record<string, Migration> = {
  '0001-foundation': { up: foundation },
  '0002-players': { up: players },
  '0003-standings': { up: standings },
  '0004-corrections': { up: corrections },
  '0005-rating-updates': { up: ratingUpdates },
  '0006-member-search': { up: memberSearch },
  '0007-idempotency-leases': { up: idempotencyLeases },
  '0008-ghosts': { up: ghosts },
  '0009-lean-history': { up: leanHistory },
  '0010-retention': { up: retention },
  '0011-demonstration-seed': { up: demonstrationSeed },
  '0012-words': { up: words },
  '0013-secrets-key-check': { up: secretsKeyCheck },
  '0014-consent': { up: consent },
  '0015-application-limits': { up: applicationLimits },
  '0017-erasure': { up: erasure },
  '0018-mail': { up: mail },
  '0020-unsampled-addresses': { up: unsampledAddresses },
  '0021-known-devices': { up: knownDevices },
  '0022-discovery': { up: discovery },
  '0023-name-order': { up: nameOrder },
  '0024-one-match': { up: oneMatch },
  '0025-second-factor': { up: secondFactor },
  '0026-ghosts': { up: ownGhosts },
  '0027-match-status': { up: matchStatus },
  '0028-fingerprint-rules': { up: fingerprintRules },
  '0029-explanation': { up: explanation },
  '0030-doubles': { up: doubles },
  '0032-absence': { up: absence },
  '0033-walkovers': { up: walkovers },
  '0034-settlement': { up: settlement },
  '0035-standings-by-index': { up: standingsByIndex },
  '0036-packed-states': { up: packedStates },
  '0037-webhook-endpoints': { up: webhookEndpoints },
  '0038-lighter-rebuilds': { up: lighterRebuilds },
  '0039-deleted-partners': { up: deletedPartners },
  '0040-locked-accounts': { up: lockedAccounts },
  '0043-repeated-refreshes': { up: repeatedRefreshes },
  '0044-played-matches': { up: playedMatches },
  '0045-shared-pages': { up: sharedPages },
  '0050-secrets-keys': { up: secretsKeys },
  '0051-operator-accounts': { up: operatorAccounts },
  '0052-daily-requests': { up: dailyRequests },
  '0053-partitioned-deliveries': { up: partitionedDeliveries },
  '0054-dpop': { up: dpop },
  '0055-pushed-requests': { up: pushedRequests },
  '0056-link-mails': { up: linkMails },
  '0057-database-incarnation': { up: databaseIncarnation },
  '0058-last-failure': { up: lastFailure },
  '0059-voided-status': { up: voidedStatus },
  '0060-functions-without-jit': { up: functionsWithoutJit },
  '0064-children': { up: children },
  '0065-refused-registrations': { up: refusedRegistrations },
  '0066-operator-proof': { up: operatorProof },
  '0067-daily-attempts': { up: dailyAttempts },
  '0069-hidden-connections': { up: hiddenConnections },
  '0070-reports': { up: reports },
};

// The number of Kysely's own lock, for which a version waits that takes that one.
const MIGRATION_LOCK = 3853314791062309107n;

/**
 * Brings the schema up to date and names what was applied. Migrations run once: the names
 * already applied are recorded, and PostgreSQL's advisory lock makes a second instance wait.
 */
export async function migrateToLatest(database: Database): Promise<string[]> {
  return await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
    await requireWritable(transaction);
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: async () => migrations },
    });
    const { error, results } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
    return (results ?? []).map((result) => result.migrationName);
  });
}

export async function pendingMigrations(database: Database): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  return (await migrator.getMigrations())
    .filter((migration) => migration.executedAt === undefined)
    .map((migration) => migration.name);
}
