import type { Database } from '../../platform/database/schema.ts';
import { byLength, piecesOf } from './domain/search-words.ts';
import type { SearchEffort } from './search-effort.ts';
import type { SearchFilter } from './store/search-filter.ts';
import { type Bearers, findBearers } from './store/search-names.ts';

// The longest texts are the rarest; more of them would hardly tell more.
const TEXTS_COUNTED = 3;

/** Who bears the rarest of the texts in the name; null where no text is rare enough to be told. */
export async function findRarestBearers(
  database: Database,
  { words }: SearchFilter,
  { few, mostWords }: SearchEffort,
): Promise<Bearers | 'nobody' | null> {
  if (words.length === 0) return null;
  const longest = byLength(words).slice(0, TEXTS_COUNTED);
  const all = await findBearers(database, {
    texts: longest.map((text) => ({ text, pieces: piecesOf(text) })),
    mostWords,
    mostBearers: few,
  });
  if (all.some((bearers) => bearers.count === 0)) return 'nobody';
  const told = all.filter((bearers) => bearers.words.length <= mostWords);
  const [rarest = null] = told.toSorted(
    (one, other) => one.count - other.count || one.words.length - other.words.length,
  );
  return rarest;
}
