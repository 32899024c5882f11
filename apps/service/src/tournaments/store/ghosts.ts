import { sql } from 'kysely';
import type { DatabaseTransaction, NewMemberRow } from '../../platform/database/schema.ts';

export interface NewGhost {
  row: NewMemberRow;
  /** Keyed hash, in hexadecimal. */
  emailHash: string | null;
  /** Hashes, in hexadecimal, of what every participant said who is this ghost. */
  factHashes: readonly string[];
}

/**
 * Inserts ghosts, and keeps by which facts the application knows them.
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
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (
      id text, first_name text, last_name text, email_hash text, birth_year smallint, gender text,
      city text, state text, display_name text, name_folded text, name_order text, city_folded text
    )
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

/** Keeps by which facts an application knows ghosts, which are its own from then on. */
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
    select ${applicationId}, decode(hash, 'hex'), member_id
    from unnest(
      ${facts.map(({ hash }) => hash)}::text[],
      ${facts.map(({ memberId }) => memberId)}::text[]
    ) as item (hash, member_id)
    on conflict (application_id, facts_hash) do update set member_id = excluded.member_id
  `.execute(transaction);
}
