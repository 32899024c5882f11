import { sql } from 'kysely';
import { prepareStatement } from '../../../platform/database/prepared-statement.ts';
import type { Database } from '../../../platform/database/schema.ts';
import type { Condition } from './search-conditions.ts';

/** The words of names that a token of a search fits, as strangers may search a name. */
export interface NameMatch {
  /** Folded. */
  token: string;
  /** The token, and those of first names that begin with it. Null if these are too many. */
  tokens: readonly string[] | null;
}

// One letter begins so many first names that it finds nobody in particular.
const MIN_BEGINNING = 2;

/** Returns the last text that begins with a token, in the order of the database. */
function lastWith(token: string): string {
  return Array.from(token).length < MIN_BEGINNING ? token : `${token}\u{10ffff}`;
}

/** SQL for whether `name_order`, the part of a name that may be shown, contains the word, or was cut and may contain it. */
const isShown = `(' ' || name_order like '% ' || word || '%' or length(name_order) >= 60)`;

// Jumps from each word to the next, because a word has one entry for each member who has the word.
const selectBeginnings = prepareStatement<{ tokens: string[] }>(
  'name_beginnings',
  `with recursive beginning (word) as (
    select min(word) from member_word where word > $1::text and word <= $2::text and ${isShown}
    union all
    select (
      select min(word) from member_word
      where word > beginning.word and word <= $2::text and ${isShown}
    )
    from beginning where beginning.word is not null
  )
  select array(select word from beginning where word is not null limit $3) as tokens`,
);

/** Returns the words that a token fits. `tokens` is null if there are more than `maxTokens` besides the token itself. */
export async function findNameMatch(
  database: Database,
  token: string,
  maxTokens: number,
): Promise<NameMatch> {
  const [found] = await selectBeginnings.run(database, [token, lastWith(token), maxTokens + 1]);
  const beginnings = found?.tokens ?? [];
  return { token, tokens: beginnings.length > maxTokens ? null : [token, ...beginnings] };
}

/** Selects the numbers of all members that a match may find, and perhaps of some others. */
export function selectMatches({ token, tokens }: NameMatch, city: string | null): Condition {
  const isOfTokens =
    tokens === null
      ? sql`member_word.word between ${token} and ${lastWith(token)}`
      : sql`member_word.word = any(${tokens}::text[])`;
  return sql`
    select member_word.member_number from member_word
    where ${isOfTokens} ${city === null ? sql`` : sql`and member_word.city_folded = ${city}`}`;
}
