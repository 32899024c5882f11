import { inspect } from 'node:util';
import { test } from 'vitest';

type Columns<Row> = Row extends readonly [...infer Cells] ? Cells : never;

/**
 * Declares one test of a promise that holds for every row of a table. It checks all rows, one after the other, and
 * fails with those that break the promise.
 *
 * `expect.soft` cannot do this: an error in a row would end the test before the next rows, and each assertion would
 * have to name its row.
 */
export function testRows<Row extends readonly unknown[] | readonly [unknown]>(
  rows: readonly Row[],
): (promise: string, check: (...columns: Columns<Row>) => unknown, timeout?: number) => void;
export function testRows<Row>(
  rows: readonly Row[],
): (promise: string, check: (row: Row) => unknown, timeout?: number) => void;
export function testRows(rows: readonly unknown[]) {
  return (promise: string, check: (...columns: unknown[]) => unknown, timeout?: number) =>
    test(promise, () => checkRows(rows, check), timeout);
}

/** Checks every row like `testRows`, inside an existing test. */
export async function checkRows(
  rows: readonly unknown[],
  check: (...columns: never[]) => unknown,
): Promise<void> {
  if (rows.length === 0) throw new Error('The table has no rows, so nothing was checked.');
  const failures: { line: string; error: unknown }[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      await check(...((Array.isArray(row) ? row : [row]) as never[]));
    } catch (error) {
      const reason = error instanceof Error ? error.message : inLine(error);
      failures.push({ line: `row ${index}, ${inLine(row)}: ${reason}`, error });
    }
  }
  if (failures.length === 0) return;
  const lines = failures.map(({ line }) => line).join('\n');
  // The first failure is the cause, so that a reporter shows its difference and its line.
  throw new Error(`${failures.length} of ${rows.length} rows fail:\n${lines}`, {
    cause: failures[0]?.error,
  });
}

function inLine(value: unknown): string {
  const text = inspect(value, { depth: 2, breakLength: Number.POSITIVE_INFINITY });
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
