import type { Split } from '@partner-rating/client';
import {
  categoryName,
  compareCategories,
  compareDivisions,
  divisionName,
} from '../pages/brackets.ts';

/** A sport's splits as a table: a row for each category of matches, a column for each division. */
export interface RatingTable {
  divisions: string[];
  rows: { category: string; cells: (Split | null)[] }[];
}

/** Unknown categories and divisions get a row or column too. */
export function ratingTable(splits: readonly Split[]): RatingTable {
  const divisions = [...new Set(splits.map(({ division }) => division))].sort(compareDivisions);
  const categories = [...new Set(splits.map(({ category }) => category))].sort(compareCategories);
  const cell = (bracket: string) => splits.find((split) => split.bracket === bracket) ?? null;
  return {
    divisions: divisions.map(divisionName),
    rows: categories.map((category) => ({
      category: categoryName(category),
      cells: divisions.map((division) => cell(`${category}-${division}`)),
    })),
  };
}
