import type { PartnerSummary } from '../../api/types.gen.ts';
import { title } from '../../command/print-result.ts';
import type { Area } from './area.ts';
import type { Link, Section, Shown, SortedColumn } from './render-board.ts';
import { at, count, nothing } from './shown.ts';

/** An object in the answer of an operation. */
export type Row = Readonly<Record<string, unknown>>;

/** Functions that show a column in another way than its value. */
export type Cells<Of = Row> = Readonly<Partial<Record<string, (row: Of) => Shown>>>;

const tones: Readonly<Partial<Record<string, 'good' | 'bad'>>> = {
  ...{ success: 'good', enabled: 'good', rated: 'good', live: 'good' },
  ...{ failed: 'bad', disabled: 'bad', disputed: 'bad', held: 'bad' },
};

/** A state, as one word. */
export function stateOf(word: string): Shown {
  return { text: word, tone: tones[word] ?? 'quiet' };
}

/** The state of a partner. */
export function partnerState({
  pendingSince,
  suspendedAt,
  deletedAt,
}: Pick<PartnerSummary, 'pendingSince' | 'suspendedAt' | 'deletedAt'>): Shown {
  if (deletedAt !== null) return stateOf('deleted');
  if (pendingSince !== null) return { text: 'pending', tone: 'bad' };
  return suspendedAt === null ? stateOf('live') : { text: 'suspended', tone: 'bad' };
}

/** Shows a value as a time, a link, a word, or a number. */
export function shownValue({ pageOf }: Pick<Area, 'pageOf'>, name: string, value: unknown): Shown {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return Number.isInteger(value) ? count(value) : value.toFixed(3);
  if (Array.isArray(value)) return value.length === 0 ? nothing : value.map(String).join(', ');
  if (typeof value === 'object') return { text: JSON.stringify(value), isCode: true };
  const text = String(value);
  if (/(At|Since|Date)$/.test(name) && /^\d{4}-\d\d-\d\dT/.test(text)) return at(text);
  if (name === 'status') return stateOf(text);
  const href = pageOf(name, text);
  if (href !== null) return { text, href };
  return /(Id|prefix)$|^id$/.test(name) ? { text, isCode: true } : text;
}

// For names of the document that are for programs.
const titles: Readonly<Partial<Record<string, string>>> = {
  ...{ clientId: 'Partner', memberId: 'Member', prefix: 'Key', endTokens: 'End all tokens' },
  ...{
    matchDate: 'Played',
    teams: 'Players',
    responseReasons: 'Reasons',
    rated: 'Rated',
    statusCode: 'Status code',
  },
  ...{ url: 'Address', email: 'Email' },
};

/** The label of a value: `createdAt` is "Created". */
export function valueTitle(name: string): string {
  return titles[name] ?? title(name.replace(/^(is|has)(?=[A-Z])/, '')).replace(/ (at|id)$/, '');
}

interface FactsRequest {
  heading: string;
  /** The names and their order: everything in the answer by default. */
  names?: readonly string[];
  cells?: Cells;
  labels?: Readonly<Record<string, string>>;
  hint?: string;
  links?: Link[];
}

/** The values of an answer with their labels, without the missing ones. */
export function factsOf(
  area: Pick<Area, 'pageOf'>,
  answer: object,
  { heading, names = Object.keys(answer), cells = {}, labels = {}, ...others }: FactsRequest,
): Section {
  const row = answer as Row;
  const facts = names.flatMap((name) => {
    const cell = cells[name];
    if (cell === undefined && isMissing(row[name])) return [];
    const value = row[name];
    const values =
      cell !== undefined
        ? [cell(row)]
        : Array.isArray(value)
          ? value.map((one) => shownValue(area, name, one))
          : [shownValue(area, name, value)];
    return [{ label: labels[name] ?? valueTitle(name), values }];
  });
  return { kind: 'facts', heading, facts, ...others };
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

interface TableRequest<Of> {
  heading: string;
  rows: readonly Of[];
  columns: readonly string[];
  cells?: Cells<Of>;
  empty: string;
  hint?: string;
  links?: Link[];
  sorts?: SortedColumn[];
}

/** A table of the entries of an answer. */
export function tableOf<Of extends object>(
  area: Pick<Area, 'pageOf'>,
  { rows, columns, cells = {}, ...table }: TableRequest<Of>,
): Section {
  return {
    kind: 'table',
    ...table,
    columns: columns.map(valueTitle),
    rows: rows.map((row) =>
      columns.map((name) => cells[name]?.(row) ?? shownValue(area, name, (row as Row)[name])),
    ),
  };
}
