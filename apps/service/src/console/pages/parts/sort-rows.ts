import type { Visit } from './page.ts';
import type { SortedColumn } from './render-board.ts';
import { textOf } from './shown.ts';
import type { Cells, Row } from './values.ts';

/** The column that the address sorts by. A `-` before its name means descending order. */
function sortOf({ query }: Visit): { name: string; isDescending: boolean } {
  const given = query.get('sort') ?? '';
  return { name: given.replace(/^-/, ''), isDescending: given.startsWith('-') };
}

/** Sorts the rows by the column in the address, by values or texts. Missing values are last. */
export function sortRows<Of extends object>(
  visit: Visit,
  rows: readonly Of[],
  columns: readonly string[],
  cells: Cells<Of> = {},
): readonly Of[] {
  const { name, isDescending } = sortOf(visit);
  if (!columns.includes(name)) return rows;
  const keyOf = (row: Of): unknown => {
    const shown = cells[name]?.(row);
    return shown === undefined ? (row as Row)[name] : textOf(shown);
  };
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [keyOf(one), keyOf(other)];
    if (isMissing(left) || isMissing(right))
      return Number(isMissing(left)) - Number(isMissing(right));
    return direction * compare(left, right);
  });
}

const isMissing = (value: unknown) => value === null || value === undefined || value === '';

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left).localeCompare(String(right), 'en', { numeric: true });
}

/** The sort order of each column, and the address that sorts by it or reverses its order. */
export function sortedColumns(visit: Visit, columns: readonly string[]): SortedColumn[] {
  const sorted = sortOf(visit);
  return columns.map((name) => {
    const isSorted = sorted.name === name;
    const query = new URLSearchParams(visit.query);
    query.set('sort', isSorted && !sorted.isDescending ? `-${name}` : name);
    const direction = sorted.isDescending ? 'descending' : 'ascending';
    return { address: `${visit.path}?${query}`, direction: isSorted ? direction : 'none' };
  });
}
