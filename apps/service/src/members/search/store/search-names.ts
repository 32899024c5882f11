import { sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { type Condition, infix } from './search-conditions.ts';

/** The words of names that contain a text, and how many bear one of them. */
export interface Bearers {
  text: string;
  /** Every word that contains it, or more than `mostWords` of them. */
  words: string[];
  /** At most one more than `mostBearers`. */
  count: number;
}

export interface BearersQuestion {
  texts: readonly { text: string; pieces: readonly string[] }[];
  mostWords: number;
  mostBearers: number;
}

/** Who bears the texts, in their order. */
export async function findBearers(
  database: Database,
  { texts, mostWords, mostBearers }: BearersQuestion,
): Promise<Bearers[]> {
  const questions = texts.map(
    ({ text, pieces }) => sql`
      (
        with fitting as materialized (
          select word from name_word
          where name_pieces(word) @> ${pieces}::text[] and word like ${infix(text)}
          limit ${mostWords + 1}
        )
        select
          ${text}::text as text,
          array(select word from fitting) as words,
          (
            select count(*) from (
              select from fitting join member_word using (word) limit ${mostBearers + 1}
            ) as counted
          ) as count
      )`,
  );
  const { rows } = await sql<Bearers>`${sql.join(questions, sql` union all `)}`.execute(database);
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

/** For a row called `member`: that its number is of somebody who bears one of the words. */
export function bearsOneOf(words: readonly string[]): Condition {
  return sql`member.member_number in (
    select member_word.member_number from member_word
    where member_word.word = any(${words}::text[])
  )`;
}
