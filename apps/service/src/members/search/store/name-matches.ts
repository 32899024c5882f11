import { sql } from 'kysely';
import { prepareStatement } from '../../../platform/database/prepared-statement.ts';
import type { Database } from '../../../platform/database/schema.ts';
import {
  type Condition,
  type FoundPlayer,
  ghostOf,
  isBeginning,
  lastTokenWith,
  nameFits,
  type SearchRange,
  tokensWithin,
} from './search-conditions.ts';

/** The words of names that a token may fit, and how many members have one of them. */
export interface NameMatches {
  text: string;
  /** Every word that begins with it, or more than `maxTokens` of them. */
  tokens: string[];
  /** At most one more than `maxMatches`. */
  count: number;
}

interface NameMatchQuery {
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

interface CityNamesQuestion {
  /** Folded. */
  city: string;
  /** All of them must fit the name. */
  tokens: readonly string[];
  /** The one of them that members are found by. */
  text: string;
  maxTokens: number;
  range: SearchRange;
}

interface CityRow {
  id: string | null;
  name: string | null;
  memberNumber: number | null;
  isComplete: boolean;
}

// Unlike other searches it has one good plan, whatever is looked for.
const page = prepareStatement<CityRow>(
  'names_of_city',
  `with fitting as materialized (
    ${tokensWithin('$1::text', '$2::text')}
    limit $3::integer + 1
  )
  select
    member.id, page.name_order as name, page.member_number as "memberNumber", counted.tokens <= $3::integer as "isComplete"
  from (select count(*) as tokens from fitting) as counted
  left join lateral (
    select distinct entry.name_order, entry.member_number
    from member_word as entry
    join member on member.member_number = entry.member_number
    where counted.tokens <= $3::integer
      and entry.city_folded = $4
      and entry.word = any(array(select word from fitting))
      and ${nameFits('$5::text[]')}
      and ($6::text is null or (entry.name_order, entry.member_number) > ($6, $7::bigint))
    order by entry.name_order, entry.member_number
    offset $8::integer limit $9::integer
  ) as page on true
  left join member on member.member_number = page.member_number
  order by page.name_order, page.member_number`,
);

/**
 * A page by name of those of a city who have the tokens in their names; null where the text stands in
 * more than `maxTokens` tokens.
 */
export async function findNamesOfCity(
  database: Database,
  { city, tokens, text, maxTokens, range }: CityNamesQuestion,
): Promise<FoundPlayer[] | null> {
  const { after, offset, limit } = range;
  const rows = await page.run(database, [
    text,
    isBeginning(text) ? lastTokenWith(text) : text,
    maxTokens,
    city,
    tokens,
    after?.name ?? null,
    after?.memberNumber ?? null,
    offset,
    limit,
  ]);
  if (rows.some((row) => !row.isComplete)) return null;
  return rows.flatMap(({ id, name, memberNumber }) =>
    id === null || name === null || memberNumber === null
      ? []
      : [{ id, name, memberNumber, value: null }],
  );
}
