/** One measured number of one size. */
export interface Measured {
  name: string;
  unit: 's' | 'ms' | 'MB' | 'matches';
  value: number;
  promise?: Limit;
}

/** A promise about the largest size: its value, or its value compared with the smallest size. */
export type Limit = { atMost: number } | { growthAtMost: number };

export interface Row extends Omit<Measured, 'value'> {
  /** By size, the smallest size first. */
  values: readonly number[];
}

/** Joins the figures of each size, the smallest size first, into rows by their names. */
export function rowsOf(sizes: readonly (readonly Measured[])[]): Row[] {
  const [first = []] = sizes;
  return first.map(({ value: _, ...row }) => {
    const values = sizes.map(
      (figures) => figures.find(({ name }) => name === row.name)?.value ?? Number.NaN,
    );
    return { ...row, values };
  });
}

/** The last value compared with the first. NaN if there is only one size. */
export function growthOf({ values }: Pick<Row, 'values'>): number {
  return values.length < 2 ? Number.NaN : (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
}

/** Whether a promise is met. Null if there is none, or one about growth with only one size. A missing value meets none. */
export function isMet(row: Row): boolean | null {
  const { promise, values } = row;
  if (promise === undefined) return null;
  if ('atMost' in promise) return (values.at(-1) ?? Number.NaN) <= promise.atMost;
  return values.length < 2 ? null : growthOf(row) <= promise.growthAtMost;
}

/** Returns a table in Markdown with a column for each size, which names matches. */
export function markdownTable(rows: readonly Row[], sizes: readonly number[]): string {
  const names = sizes.map((matches) => `${matches.toLocaleString('en')} matches`);
  const head = ['Figure', ...names, 'Growth', 'Promise'];
  const lines = [
    head,
    head.map((_, column) => (column === 0 ? '---' : '---:')),
    ...rows.map(cellsOf),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function cellsOf(row: Row): string[] {
  const growth = growthOf(row);
  return [
    row.name,
    ...row.values.map((value) => (Number.isNaN(value) ? 'none' : `${shown(value)} ${row.unit}`)),
    Number.isNaN(growth) ? '' : `× ${growth.toFixed(2)}`,
    promiseOf(row),
  ];
}

function promiseOf(row: Row): string {
  const { promise, unit } = row;
  if (promise === undefined) return '';
  const words = 'atMost' in promise ? `≤ ${promise.atMost} ${unit}` : `≤ × ${promise.growthAtMost}`;
  return isMet(row) === false ? `**${words}, missed**` : words;
}

/** Three digits are enough for a measured value. */
function shown(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(value, 0.01))));
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}
