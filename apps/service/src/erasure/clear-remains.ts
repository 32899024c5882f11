import { forgetUnused } from '../members/search/forget-unused.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { rewriteTables, sampleTables } from '../platform/database/dead-rows.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Erasure } from './erase-member.ts';
import { findUncleared, markCleared } from './store/remains.ts';

/** Forgets tokens of erased names, and their locations, that nobody else has. */
export async function forgetPeople(
  database: Database,
  { people }: Pick<Erasure, 'people'>,
): Promise<void> {
  await forgetUnused(database, {
    tokens: people.flatMap(({ name_folded }) => name_folded.split(' ')),
    locations: people.map(({ city_folded, state_folded, country }) => ({
      city: city_folded ?? '',
      state: state_folded ?? '',
      country: country ?? '',
    })),
  });
}

// Where values of a person stood.
const TABLES = [
  'member',
  'member_activity',
  'member_location',
  'member_word',
  'name_word',
  'standing',
  'standing_bucket',
  'standing_delta',
  'account',
  'account_link',
  'account_registration',
  'account_session',
  'audit_entry',
  'idempotency_record',
  'imported_ghost',
  'mail',
  'rating_update',
  'webhook_delivery',
];

/**
 * Clears what erasures left behind in a database beside its rows: the planner's samples and, of the
 * embedded one, the rows that are dead. Elsewhere those are autovacuum's. Gives how many people were
 * erased since the last time.
 */
export async function clearRemains({
  database,
  clock,
  configuration,
}: Pick<Dependencies, 'database' | 'clock' | 'configuration'>): Promise<number> {
  const memberIds = await findUncleared(database);
  if (memberIds.length === 0) return 0;
  await (configuration.databaseUrl === null ? rewriteTables : sampleTables)(database, TABLES);
  await markCleared(database, memberIds, clock());
  return memberIds.length;
}
