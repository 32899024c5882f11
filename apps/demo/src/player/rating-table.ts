import type { Split } from '@partner-rating/client';
import { capitalized } from '../pages/words.ts';

/** A sport's splits as a table: a row for each kind of match, a column for each division. */
export interface RatingTable {
  divisions: string[];
  rows: { category: string; cells: (Split | null)[] }[];
}

const categoryNames: Record<string, string> = {
  overall: 'All matches',
  singles: 'Singles',
  gender: 'Same gender',
  mixed: 'Mixed',
};

/** Categories and divisions that are not known here get a row or column all the same. */
export function ratingTable(splits: readonly Split[]): RatingTable {
  const divisions = [...new Set(splits.map(({ division }) => division))].sort(compareDivisions);
  const known = Object.keys(categoryNames);
  const categories = [...new Set(splits.map(({ category }) => category))].sort(
    (one, other) => orderOf(known, one) - orderOf(known, other),
  );
  const cell = (bracket: string) => splits.find((split) => split.bracket === bracket) ?? null;
  return {
    divisions: divisions.map(divisionName),
    rows: categories.map((category) => ({
      category: categoryName(category),
      cells: divisions.map((division) => cell(`${category}-${division}`)),
    })),
  };
}

/** A bracket key in words, such as "Singles, 35+". */
export function bracketName(bracket: string): string {
  // A key is `<category>-<division>`, and a division may hold a hyphen of its own.
  const [category = '', ...rest] = bracket.split('-');
  const division = rest.join('-');
  return `${categoryName(category)}, ${division === 'open' ? 'open' : divisionName(division)}`;
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
