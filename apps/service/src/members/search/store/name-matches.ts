import { sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { lastTokenWith } from './name-fits.ts';
import { type Condition, ghostOf } from './search-conditions.ts';
import { isBeginning } from './token-lengths.ts';

/** The words of names that a token may fit, and how many members have one of them. */
export interface NameMatches {
  text: string;
  /** Every word that begins with it, or more than `maxTokens` of them. */
  tokens: string[];
  /** At most one more than `maxMatches`. */
  count: number;
}

export interface NameMatchQuery {
  texts: readonly string[];
  maxTokens: number;
  maxMatches: number;
}

/** The matches of the texts, in their order. */
export async function findNameMatches(
  database: Database,
  { texts, maxTokens, maxMatches }: NameMatchQuery,
): Promise<NameMatches[]> {
  const questions = texts.map(
    (text) => sql`
      (
        with fitting as materialized (
          select word from name_word
          where word >= ${text} and word <= ${isBeginning(text) ? lastTokenWith(text) : text}
          limit ${maxTokens + 1}
        )
        select
          ${text}::text as text,
          array(select word from fitting) as tokens,
          (
            select count(*) from (
              select from fitting join member_word using (word) limit ${maxMatches + 1}
            ) as counted
          ) as count
      )`,
  );
  const { rows } = await sql<NameMatches>`${sql.join(questions, sql` union all `)}`.execute(
    database,
  );
  return rows;
}

/**
 * When a player whom the application may find played last, in milliseconds; null for never, undefined
 * for nobody it may find.
 */
export async function findLastPlayed(
  database: Database,
  { memberNumber, applicationId }: { memberNumber: number; applicationId: string },
): Promise<number | null | undefined> {
  const row = await database
    .selectFrom('member_activity')
    .innerJoin('member', 'member.member_number', 'member_activity.member_number')
    .select('member_activity.last_played_at')
    .where('member.member_number', '=', memberNumber)
    .where(sql<boolean>`(member_activity.is_found or (${ghostOf(applicationId)}))`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return row.last_played_at instanceof Date ? row.last_played_at.getTime() : null;
}

/** For a row called `member`: that its number is of somebody with one of the tokens. */
export function hasOneOf(tokens: readonly string[]): Condition {
  return sql`member.member_number in (
    select member_word.member_number from member_word
    where member_word.word = any(${tokens}::text[])
  )`;
}
