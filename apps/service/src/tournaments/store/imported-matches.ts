import { sql } from 'kysely';
import { heldFor } from '../../matches/store/ledger.ts';
import type { Database } from '../../platform/database/schema.ts';

export interface ImportedMatchRow {
  id: string;
  identifier: string;
  /** Hash of the match with its participants as they were sent, in hexadecimal. */
  sent_hash: string;
  time_zone: string | null;
  /** The players' ids as they stood, team by team. */
  players: string[];
  /** The match that it may be a duplicate of, where it is held for that. */
  heldFor: string | null;
}

/** The matches an application has imported under one of these identifiers. */
export async function findImportedMatches(
  database: Database,
  applicationId: string,
  identifiers: readonly string[],
): Promise<ImportedMatchRow[]> {
  return await database
    .selectFrom('match')
    .innerJoin('match_participant', 'match_participant.match_id', 'match.id')
    .select([
      'match.id',
      'match.identifier',
      sql<string>`match.content ->> 'sentHash'`.as('sent_hash'),
      sql<string | null>`match.content ->> 'timeZone'`.as('time_zone'),
      heldFor.as('heldFor'),
      sql<string[]>`array_agg(match_participant.member_id order by team, position)`.as('players'),
    ])
    .where('match.application_id', '=', applicationId)
    .where('match.identifier', '=', sql<string>`any(${identifiers}::text[])`)
    .where(sql<boolean>`match.content ->> 'sentHash' is not null`)
    .groupBy('match.id')
    .execute();
}
