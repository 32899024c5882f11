import { prepareStatement } from '../../../platform/database/prepared-statement.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { lastTokenWith, nameFits, tokensWithin } from './name-fits.ts';
import type { FoundPlayer, SearchRange } from './search-filter.ts';
import { isBeginning } from './token-lengths.ts';

export interface CityNamesQuestion {
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
