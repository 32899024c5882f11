import { sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { type Condition, infix } from './search-conditions.ts';

/** The tokens of names that contain a text, and how many members have one of them. */
export interface NameMatches {
  text: string;
  /** Every word that contains it, or more than `maxTokens` of them. */
  tokens: string[];
  /** At most one more than `maxMatches`. */
  count: number;
}

export interface NameMatchQuery {
  texts: readonly { text: string; trigrams: readonly string[] }[];
  maxTokens: number;
  maxMatches: number;
}

/** The matches of the texts, in their order. */
export async function findNameMatches(
  database: Database,
  { texts, maxTokens, maxMatches }: NameMatchQuery,
): Promise<NameMatches[]> {
  const questions = texts.map(
    ({ text, trigrams }) => sql`
      (
        with fitting as materialized (
          select word from name_word
          where name_pieces(word) @> ${trigrams}::text[] and word like ${infix(text)}
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

/** `name_order` of a member; undefined where nobody has the number. */
export async function findNameOrder(
  database: Database,
  memberNumber: number,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('member')
    .select('name_order')
    .where('member_number', '=', memberNumber)
    .executeTakeFirst();
  return row?.name_order;
}

/** For a row called `member`: that its number is of somebody with one of the tokens. */
export function hasOneOf(tokens: readonly string[]): Condition {
  return sql`member.member_number in (
    select member_word.member_number from member_word
    where member_word.word = any(${tokens}::text[])
  )`;
}
