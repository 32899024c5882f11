import type { OperationTypes } from '../../api/operation-types.gen.ts';
import { operationOf, RefusedFieldError } from '../../command/call-operation.ts';
import { OperatorError, refusalOf } from '../../terminal.ts';
import { fieldOf } from './operation-form.ts';
import type { AnswerOf, PageDefinition, ShownView, Visit } from './page.ts';
import type { BoardField, Link, Section } from './render-board.ts';
import { sortedColumns, sortRows } from './sort-rows.ts';
import { type Cells, type Row, tableOf } from './values.ts';

// The number of rows on a page of a list.
const ROWS_A_PAGE = 50;

interface ListRequest<Entry> {
  heading: string;
  /** Values of the operation that the page knows. */
  given?: Record<string, unknown>;
  /** By default, the columns of the document. */
  columns?: readonly string[];
  cells?: Cells<Entry>;
  empty: string;
  hint?: string;
  links?: Link[];
  /** Whether the newest rows are first, so that the next page has older ones. */
  isNewestFirst?: boolean;
}

type ListId = keyof OperationTypes;

type ArraysOf<Answer> = {
  [Name in keyof Answer]: Answer[Name] extends readonly (infer Entry extends object)[]
    ? Entry
    : never;
};

/** An entry of the list that an operation answers. */
type EntryOf<Id extends ListId> = ArraysOf<AnswerOf<Id>>[keyof AnswerOf<Id>] & object;

/** A page of the list of an operation. A filter that names something unknown is an error of the form. */
export async function listTable<Id extends ListId>(
  visit: Visit,
  id: Id,
  {
    given = {},
    columns,
    isNewestFirst = false,
    links: more = [],
    ...table
  }: ListRequest<EntryOf<Id>>,
): Promise<{ table: Section; error?: string }> {
  const operation = operationOf(id);
  const shown = { ...table, columns: columns ?? operation.columns };
  const cursor = filterValue(visit, 'before');
  const link = (text: string, before: string | null) => ({
    text,
    address: withBefore(visit, before),
  });
  const [next, first] = isNewestFirst
    ? ['Show older ones', 'Back to the latest']
    : ['Show more', 'Back to the first'];
  try {
    const part = { limit: ROWS_A_PAGE, ...(cursor && { cursor }) };
    const answer = (await visit.call(id, { ...given, ...part })) as Row | null;
    const rows = (answer?.[operation.items ?? ''] ?? []) as EntryOf<Id>[];
    const nextCursor = (answer?.nextCursor ?? null) as string | null;
    const links = [
      ...(nextCursor === null ? [] : [link(next, nextCursor)]),
      ...(cursor === undefined ? [] : [link(first, null)]),
      ...more,
    ];
    // A list with several pages keeps their order.
    const isWhole = nextCursor === null && cursor === undefined && rows.length > 1;
    const sorted = isWhole && {
      rows: sortRows(visit, rows, shown.columns, shown.cells),
      sorts: sortedColumns(visit, shown.columns),
    };
    return { table: tableOf(visit.area, { ...shown, rows, links, ...sorted }) };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null || !(error instanceof OperatorError)) throw error;
    return {
      table: tableOf(visit.area, { ...shown, rows: [] }),
      error: error instanceof RefusedFieldError ? error.detail : refusal.message,
    };
  }
}

function withBefore({ query, path }: Visit, before: string | null): string {
  const given = [...query].filter(([name, value]) => name !== 'before' && value !== '');
  const others = new URLSearchParams(given);
  if (before !== null) others.set('before', before);
  const text = others.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The value of the filter in the address; undefined if it is empty. */
export function filterValue({ query }: Visit, name: string): string | undefined {
  return query.get(name)?.trim() || undefined;
}

interface ListPage<Entry> extends Omit<ListRequest<Entry>, 'given'> {
  path: string;
  title: string;
  lead?: string;
  /** The parameters of the operation that the page filters by. */
  filter?: readonly string[];
  submit?: string;
  /** The choices of fields of the filter. */
  choices?: Readonly<Record<string, (visit: Visit) => Promise<string[]>>>;
  /** Labels of fields of the filter, if the words of the document are for programs. */
  words?: Readonly<Record<string, string>>;
  /** A parameter without which nothing is listed. */
  needs?: string;
  /** More sections, and values that replace the ones above. */
  more?: (visit: Visit) => Promise<Partial<ShownView>>;
  acts?: PageDefinition['acts'];
}

/** A page with the list of an operation, filtered by its parameters. */
export function listPage<Id extends ListId>(id: Id, page: ListPage<EntryOf<Id>>): PageDefinition {
  const { path, title, lead, filter = [], submit = 'Show', choices = {}, needs, more, acts } = page;
  return {
    path,
    current: path,
    ...(acts !== undefined && { acts }),
    show: async (visit) => {
      const fields = await Promise.all(
        filter.map(async (name) => {
          const { hint: _, ...field } = await filterField(visit, id, name, choices[name]);
          return { ...field, label: page.words?.[name] ?? field.label };
        }),
      );
      const given = Object.fromEntries(
        fields.flatMap(({ name, kind, value }) =>
          value === '' ? [] : [[name, kind === 'switch' ? true : value]],
        ),
      );
      const isAsked = needs === undefined || given[needs] !== undefined;
      const { table, ...error } = isAsked
        ? await listTable(visit, id, { ...page, given })
        : { table: null };
      const { sections = [], ...others } = (await more?.(visit)) ?? {};
      return {
        title,
        ...(lead !== undefined && { lead }),
        ...(fields.length > 0 && { filter: { fields, submit } }),
        ...others,
        sections: [...(table === null ? [] : [table]), ...sections],
        ...error,
      };
    },
  };
}

async function filterField(
  visit: Visit,
  id: ListId,
  name: string,
  choices?: (visit: Visit) => Promise<string[]>,
): Promise<BoardField> {
  const field = fieldOf(operationOf(id), name);
  const words = choices === undefined ? field.choices : (await choices(visit)).map(pair);
  const value = filterValue(visit, name) ?? '';
  if (words === undefined) return { ...field, value };
  const isOne = words.some(([word]) => word === value);
  const any = [['', 'Any'] as const, ...words.filter(([word]) => word !== '')];
  return { ...field, kind: 'choice', value: isOne ? value : '', choices: any };
}

const pair = (word: string) => [word, word] as const;
