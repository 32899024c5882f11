import type { InterfaceOperation } from '../api/interface-types.ts';
import { labelled, type Terminal } from '../terminal.ts';

type Entry = Record<string, unknown>;

const GAP = '  ';

/** Prints a list as a table if that fits the terminal, and otherwise entry by entry. */
export function printEntries(
  { print, columns: width }: Terminal,
  { columns }: InterfaceOperation,
  entries: readonly Entry[],
  { json, hasMore }: { json: boolean; hasMore: boolean },
): void {
  if (json) {
    for (const entry of entries) print(JSON.stringify(entry));
    return;
  }
  if (entries.length === 0) {
    print('Nothing found.');
    return;
  }
  for (const line of tableOf(columns, entries, width)) print(line);
  if (hasMore) print('There are more: give a larger --limit.');
}

/** The lines of a table if it fits, and otherwise of each entry. */
function tableOf(columns: readonly string[], entries: readonly Entry[], width: number): string[] {
  const rows = [
    columns.map(title),
    ...entries.map((entry) => columns.map((name) => inTable(entry[name]))),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const needed = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length);
  if (needed > width) {
    return entries.flatMap((entry, index) => [
      ...(index > 0 ? [''] : []),
      ...linesOf(entry, width),
    ]);
  }
  const padded = (row: string[]) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0));
  return rows.map((row) => padded(row).join(GAP).trimEnd());
}

/** Prints the answer of an operation, and the message about its change. */
export function printResult(
  { print, columns }: Terminal,
  { done }: InterfaceOperation,
  answer: Entry | null,
  { json }: { json: boolean },
): void {
  if (json) {
    print(JSON.stringify(answer ?? {}));
    return;
  }
  if (answer !== null) for (const line of linesOf(answer, columns)) print(line);
  if (done !== null) print(done);
}

/** The values of an entry with their names, and below them its lists of objects as tables. */
function linesOf(entry: Entry, width: number): string[] {
  const lists = Object.entries(entry).filter(([, value]) => isObjects(value));
  const others = Object.entries(entry).filter(([, value]) => !isObjects(value));
  return [
    ...labelled(flat(Object.fromEntries(others)).map(([name, value]) => [title(name), value])),
    ...lists.flatMap(([name, value]) => {
      const entries = value as Entry[];
      return ['', `${title(name)}:`, ...tableOf(Object.keys(entries[0] ?? {}), entries, width)];
    }),
  ];
}

function isObjects(value: unknown): boolean {
  return Array.isArray(value) && isObject(value[0]);
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values with their names. The values of an object have both names. */
function flat(entry: Entry): [name: string, value: string][] {
  return Object.entries(entry).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value) && !value.some(Array.isArray)) {
      return value.map((item) => [name, text(item)]);
    }
    if (!isObject(value)) return [[name, text(value)]];
    return Object.entries(value).map(([key, inner]) => [`${name} ${key}`, text(inner)]);
  });
}

/** `lastUsedAt` is "Last used at". */
export function title(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, (_, end, begin) => `${end} ${begin.toLowerCase()}`);
  const sentence = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  return sentence.replace(/\b(api|uri)(?=s?\b)/gi, (word) => word.toUpperCase());
}

function inTable(value: unknown): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z$/.exec(String(value)) ?? [];
  return day === undefined ? text(value) : `${day} ${time}`;
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(listText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The score of a game as `11-8`, and the players of a team as `Ana and Ben`. */
function listText(value: unknown): string {
  if (!Array.isArray(value)) return text(value);
  return value.map(text).join(typeof value[0] === 'number' ? '-' : ' and ');
}
