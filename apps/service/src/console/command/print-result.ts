import type { InterfaceOperation } from '../api/interface-types.ts';
import { labelled, type Terminal } from '../terminal.ts';

type Entry = Record<string, unknown>;

const GAP = '  ';

/** Prints a list: as a table if that fits the terminal, and otherwise one entry after the other. */
export function printEntries(
  { print, columns: width }: Terminal,
  { columns, section }: InterfaceOperation,
  entries: readonly Entry[],
  { json, hasMore }: { json: boolean; hasMore: boolean },
): void {
  if (json) {
    for (const entry of entries) print(JSON.stringify(entry));
    return;
  }
  if (entries.length === 0) {
    print(`There is none. ${section}`);
    return;
  }
  const rows = [
    columns.map(title),
    ...entries.map((entry) => columns.map((name) => inTable(entry[name]))),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const needed = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length);
  if (needed <= width) {
    for (const row of rows) {
      print(
        row
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join(GAP)
          .trimEnd(),
      );
    }
  } else {
    for (const [index, entry] of entries.entries()) {
      if (index > 0) print('');
      for (const line of linesOf(entry)) print(line);
    }
  }
  if (hasMore) print('There are more: give a larger --limit.');
}

/** Prints what an operation answered, and what it did. */
export function printResult(
  { print }: Terminal,
  { done }: InterfaceOperation,
  answer: Entry | null,
  { json }: { json: boolean },
): void {
  if (json) {
    print(JSON.stringify(answer ?? {}));
    return;
  }
  if (answer !== null) for (const line of linesOf(answer)) print(line);
  if (done !== null) print(done);
}

function linesOf(entry: Entry): string[] {
  return labelled(flat(entry).map(([name, value]) => [title(name), value] as const));
}

/** The values under their names, those of objects under both names. */
function flat(entry: Entry, above = ''): [name: string, value: string][] {
  return Object.entries(entry).flatMap(([key, value]): [string, string][] => {
    const name = above === '' ? key : `${above} ${key}`;
    if (Array.isArray(value)) return value.map((item) => [name, text(item)]);
    if (typeof value === 'object' && value !== null) return flat(value as Entry, name);
    return [[name, text(value)]];
  });
}

/** `lastUsedAt` is "Last used at". */
function title(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, (_, end, begin) => `${end} ${begin.toLowerCase()}`);
  const sentence = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  return sentence.replace(
    /\b(api|uri|dpop)(?=s?\b)/gi,
    (word) => abbreviations[word.toLowerCase()] ?? word,
  );
}

const abbreviations: Record<string, string> = { api: 'API', uri: 'URI', dpop: 'DPoP' };

function inTable(value: unknown): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z$/.exec(String(value)) ?? [];
  return day === undefined ? text(value) : `${day} ${time}`;
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
