import { sql } from 'kysely';
import { tableOf } from '../../../platform/database/rows.ts';
import type {
  Database,
  DatabaseTransaction,
  NewMemberRow,
} from '../../../platform/database/schema.ts';
import { heldFor } from '../../store/ledger.ts';

export interface NewGhost {
  row: NewMemberRow;
  /** Keyed hash, in hexadecimal. */
  emailHash: string | null;
  /** Hashes, in hexadecimal, of the facts of every participant who is this ghost. */
  factHashes: readonly string[];
}

/**
 * Inserts ghosts (members without an account), and stores the facts by which the application knows them.
 * @returns the member numbers by id.
 */
export async function insertGhosts(
  transaction: DatabaseTransaction,
  { applicationId, createdAt }: { applicationId: string; createdAt: Date },
  ghosts: readonly NewGhost[],
): Promise<Map<string, number>> {
  if (ghosts.length === 0) return new Map();
  const items = ghosts.map(({ row, emailHash }) => ({ ...row, email_hash: emailHash }));
  const { rows } = await sql<{ id: string; member_number: number }>`
    insert into member (
      id, first_name, last_name, email_hash, birth_year, gender, city, state, is_ghost, created_at,
      display_name, name_folded, name_order, city_folded
    )
    select
      id, first_name, last_name, decode(email_hash, 'hex'), birth_year, gender, city, state, true,
      ${createdAt}::timestamptz, display_name, name_folded, name_order, city_folded
    from ${tableOf('item', items, {
      id: 'text',
      first_name: 'text',
      last_name: 'text',
      email_hash: 'text',
      birth_year: 'smallint',
      gender: 'text',
      city: 'text',
      state: 'text',
      display_name: 'text',
      name_folded: 'text',
      name_order: 'text',
      city_folded: 'text',
    })}
    order by id
    returning id, member_number
  `.execute(transaction);
  await insertFacts(
    transaction,
    applicationId,
    ghosts.map(({ row, factHashes }) => ({ memberId: row.id, factHashes })),
  );
  return new Map(rows.map((row) => [row.id, row.member_number]));
}

/** Stores the facts by which an application knows ghosts. After that, they are its own. */
export async function insertFacts(
  transaction: DatabaseTransaction,
  applicationId: string,
  ghosts: readonly { memberId: string; factHashes: readonly string[] }[],
): Promise<void> {
  const facts = ghosts.flatMap(({ memberId, factHashes }) =>
    factHashes.map((hash) => ({ hash, memberId })),
  );
  await sql`
    insert into imported_ghost (application_id, facts_hash, member_id)
    select ${applicationId}, decode(hash, 'hex'), "memberId"
    from ${tableOf('item', facts, { hash: 'text', memberId: 'text' })}
    on conflict (application_id, facts_hash) do update set member_id = excluded.member_id
  `.execute(transaction);
}

export interface ImportedMatchRow {
  id: string;
  identifier: string;
  /** Hash of the match with its participants as sent, in hexadecimal. */
  sent_hash: string;
  time_zone: string | null;
  /** The players' ids at the time, team by team. */
  players: string[];
  /** The match that it may be a duplicate of, if it is held. */
  heldFor: string | null;
}

/** Returns the matches that an application has imported under one of these identifiers. */
export async function findImportedMatches(
  database: Database,
  applicationId: string,
  identifiers: readonly string[],
): Promise<ImportedMatchRow[]> {
  return await database
    .selectFrom('match')
    .innerJoin('match_participant', 'match_participant.arrival', 'match.arrival')
    .innerJoin('member', 'member.member_number', 'match_participant.member_number')
    .select([
      'match.id',
      'match.identifier',
      sql<string>`match.content ->> 'sentHash'`.as('sent_hash'),
      sql<string | null>`match.content ->> 'timeZone'`.as('time_zone'),
      heldFor.as('heldFor'),
      sql<string[]>`array_agg(member.id order by team, position)`.as('players'),
    ])
    .where('match.application_id', '=', applicationId)
    .where('match.identifier', '=', sql<string>`any(${identifiers}::text[])`)
    .where(sql<boolean>`match.content ->> 'sentHash' is not null`)
    .groupBy('match.id')
    .execute();
}

// The first of two lock numbers. No other pair of lock numbers begins with this one.
const NAMES = 10_877;

// The first lock number of the locks of applications.
const APPLICATIONS = 10_878;

// With one lock for every name, a large import would need more locks than a database has. With fewer locks than these,
// imports without a common name would wait for each other.
const LOCKS = 256;

/**
 * Locks these names until the transaction ends, so that the second of two imports of one person finds the ghost of the
 * first.
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

/** Waits until no other transaction, even of another instance, imports for the application. */
export async function lockImports(
  transaction: DatabaseTransaction,
  applicationId: string,
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${APPLICATIONS}, hashtext(${applicationId}))
  `.execute(transaction);
}
