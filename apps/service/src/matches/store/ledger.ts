import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction, MatchTable } from '../../database/schema.ts';

export type StoredMatchRow = Pick<
  Selectable<MatchTable>,
  'id' | 'identifier' | 'content_hash' | 'created_at'
>;

export interface NewBatch {
  id: string;
  applicationId: string;
  identifier: string | null;
  createdAt: Date;
}

export interface NewMatch {
  id: string;
  identifier: string;
  contentHash: Uint8Array;
  sport: string;
  matchDate: Date;
  brackets: readonly string[];
  content: unknown;
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
}

export async function findStoredMatches(
  database: Database,
  applicationId: string,
  identifiers: readonly string[],
): Promise<StoredMatchRow[]> {
  return await database
    .selectFrom('match')
    .select(['id', 'identifier', 'content_hash', 'created_at'])
    .where('application_id', '=', applicationId)
    .where('identifier', '=', sql<string>`any(${identifiers}::text[])`)
    .execute();
}

/**
 * Appends a batch to the ledger. The matches get their arrival numbers in the order given, which is
 * the order they are rated in.
 * @returns how many were stored: fewer than given, where another batch took an identifier meanwhile.
 */
export async function appendBatch(
  transaction: DatabaseTransaction,
  batch: NewBatch,
  matches: readonly NewMatch[],
): Promise<number> {
  await transaction
    .insertInto('match_batch')
    .values({
      id: batch.id,
      application_id: batch.applicationId,
      identifier: batch.identifier,
      created_at: batch.createdAt,
    })
    .execute();
  const stored = await insertMatches(transaction, batch, matches);
  if (stored === matches.length) await insertParticipants(transaction, matches);
  return stored;
}

async function insertMatches(
  transaction: DatabaseTransaction,
  batch: NewBatch,
  matches: readonly NewMatch[],
): Promise<number> {
  const rows = matches.map((match) => ({
    id: match.id,
    identifier: match.identifier,
    content_hash: Buffer.from(match.contentHash).toString('hex'),
    sport: match.sport,
    match_date: match.matchDate,
    brackets: match.brackets,
    content: match.content,
  }));
  // Numbered in the order given but inserted in the order of identifiers: two batches that name the
  // same ones wait for each other on the unique index and must do so in one order.
  const result = await sql`
    with arriving as materialized (
      select item.*, nextval(pg_get_serial_sequence('match', 'arrival')) as arrival
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item (
        id text, identifier text, content_hash text, sport text, match_date timestamptz,
        brackets text[], content jsonb
      )
    )
    insert into match (
      id, arrival, batch_id, application_id, identifier, content_hash, sport, match_date, brackets,
      content, created_at
    )
    overriding system value
    select
      id, arrival, ${batch.id}, ${batch.applicationId}, identifier, decode(content_hash, 'hex'),
      sport, match_date, brackets, content, ${batch.createdAt}::timestamptz
    from arriving
    order by identifier
    on conflict (application_id, identifier) do nothing
  `.execute(transaction);
  return Number(result.numAffectedRows);
}

async function insertParticipants(
  transaction: DatabaseTransaction,
  matches: readonly NewMatch[],
): Promise<void> {
  const rows = matches.flatMap((match) =>
    match.teams.flatMap((team, teamIndex) =>
      team.map((memberId, position) => ({
        matchId: match.id,
        memberId,
        team: teamIndex,
        position,
      })),
    ),
  );
  await sql`
    insert into match_participant (match_id, member_id, team, position)
    select * from unnest(
      ${rows.map((row) => row.matchId)}::text[],
      ${rows.map((row) => row.memberId)}::text[],
      ${rows.map((row) => row.team)}::smallint[],
      ${rows.map((row) => row.position)}::smallint[]
    )
  `.execute(transaction);
}
