import type { SplitRating, Splits } from '@partner-rating/client';
import { capitalized } from '../pages/words.ts';

/** A sport's splits as a table: a row for each kind of match, a column for each division. */
export interface RatingTable {
  divisions: string[];
  rows: { category: string; cells: (SplitRating | null)[] }[];
}

const categoryNames: Record<string, string> = {
  overall: 'All matches',
  singles: 'Singles',
  gender: 'Same gender',
  mixed: 'Mixed',
};

/** Categories and divisions that are not known here get a row or column all the same. */
export function ratingTable(splits: Splits): RatingTable {
  const byCategory = new Map<string, Map<string, SplitRating>>();
  for (const [bracket, split] of Object.entries(splits)) {
    if (split === undefined) continue;
    const { category, division } = bracketParts(bracket);
    const row = byCategory.get(category) ?? new Map<string, SplitRating>();
    byCategory.set(category, row.set(division, split));
  }
  const divisions = [...new Set([...byCategory.values()].flatMap((row) => [...row.keys()]))];
  divisions.sort(compareDivisions);
  const known = Object.keys(categoryNames);
  const categories = [...byCategory.keys()].sort(
    (one, other) => orderOf(known, one) - orderOf(known, other),
  );
  return {
    divisions: divisions.map(divisionName),
    rows: categories.map((category) => ({
      category: categoryName(category),
      cells: divisions.map((division) => byCategory.get(category)?.get(division) ?? null),
    })),
  };
}

/** A bracket key in words, such as "Singles, 35+". */
export function bracketName(bracket: string): string {
  const { category, division } = bracketParts(bracket);
  return `${categoryName(category)}, ${division === 'open' ? 'open' : divisionName(division)}`;
}

// A key is `<category>-<division>`, and a division may hold a hyphen of its own.
function bracketParts(bracket: string): { category: string; division: string } {
  const hyphen = bracket.indexOf('-');
  return { category: bracket.slice(0, hyphen), division: bracket.slice(hyphen + 1) };
}

function categoryName(category: string): string {
  return categoryNames[category] ?? capitalized(category);
}

function divisionName(division: string): string {
  return division === 'open' ? 'Open' : division.replace('-', '–');
}

function compareDivisions(one: string, other: string): number {
  if (one === 'open' || other === 'open') return one === other ? 0 : one === 'open' ? -1 : 1;
  return one < other ? -1 : 1;
}

function orderOf(known: readonly string[], category: string): number {
  const position = known.indexOf(category);
  return position === -1 ? known.length : position;
}
