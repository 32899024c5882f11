import type { Database } from '../../platform/database/schema.ts';
import { byLength } from './domain/tokens.ts';
import type { SearchCost } from './search-cost.ts';
import { findNameMatches, type NameMatches } from './store/name-matches.ts';
import type { SearchFilter } from './store/search-filter.ts';

// The longest texts are the most selective; more of them would hardly select more.
const TEXTS_COUNTED = 3;

/** The members with the most selective of the texts in their name; null where no text is selective enough. */
export async function findMostSelective(
  database: Database,
  { tokens }: SearchFilter,
  { few, maxTokens }: SearchCost,
): Promise<NameMatches | 'nobody' | null> {
  if (tokens.length === 0) return null;
  const longest = byLength(tokens).slice(0, TEXTS_COUNTED);
  const all = await findNameMatches(database, {
    texts: longest,
    maxTokens,
    maxMatches: few,
  });
  if (all.some((matches) => matches.count === 0)) return 'nobody';
  const selective = all.filter((matches) => matches.tokens.length <= maxTokens);
  const [mostSelective = null] = selective.toSorted(
    (one, other) => one.count - other.count || one.tokens.length - other.tokens.length,
  );
  return mostSelective;
}
