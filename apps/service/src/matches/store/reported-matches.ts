import { sql } from 'kysely';
import { arrayLiteral } from '../../platform/database/array-literal.ts';
import type { Database } from '../../platform/database/schema.ts';

export interface ReportQuery {
  /** In hexadecimal. */
  fingerprints: readonly string[];
  applicationId: string;
  /** Whether matches are found that other applications reported. */
  includeOthers: boolean;
}

export interface ReportedMatchRow {
  /** In hexadecimal. */
  fingerprint: string;
  matchId: string;
  /** Whether the application itself reported it. */
  isOwn: boolean;
}

/** The matches that count and have one of these fingerprints. */
export async function findReportedMatches(
  database: Database,
  { fingerprints, applicationId, includeOthers }: ReportQuery,
): Promise<ReportedMatchRow[]> {
  const literal = arrayLiteral(fingerprints.map((fingerprint) => `\\x${fingerprint}`));
  const { rows } = await sql<ReportedMatchRow>`
    select
      encode(counted.fingerprint, 'hex') as fingerprint, match.id as "matchId",
      match.application_id = ${applicationId} as "isOwn"
    from match_fingerprint as counted
    join match on match.id = counted.match_id
    where counted.fingerprint = any(${literal}::bytea[])
      and (${includeOthers}::boolean or match.application_id = ${applicationId})
  `.execute(database);
  return rows;
}
