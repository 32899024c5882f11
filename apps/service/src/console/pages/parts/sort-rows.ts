import type { Visit } from './page.ts';
import type { SortedColumn } from './render-board.ts';
import { textOf } from './shown.ts';
import type { Cells, Row } from './values.ts';

/** What the address sorts by; a name with `-` before it is in descending order. */
function sortOf({ query }: Visit): { name: string; isDescending: boolean } {
  const given = query.get('sort') ?? '';
  return { name: given.replace(/^-/, ''), isDescending: given.startsWith('-') };
}

/** The rows in the order that the address asks for, by the values or the texts of a column; what is not known is last. */
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

/** How each column is sorted, and the address that sorts by it, in the other direction if it is sorted by it already. */
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
