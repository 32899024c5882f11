import { listPartners } from '../admin/partner/partners.ts';
import { OperatorError } from '../admin/terminal/operator-error.ts';
import type { Link, OperatorField } from '../platform/pages/render-operator.ts';
import { anyOf } from './fields.ts';
import type { Visit } from './operator-page.ts';

/** How many rows a page of a list has. */
const ROWS_A_PAGE = 50;

/** What a list has to show, or why it cannot. */
export interface Listed<Row> {
  rows: Row[];
  /** The page that goes on, where there is more. */
  links: Link[];
  fault?: string;
}

export interface ListRequest<Row> {
  /** At most so many rows, those of the address's filter. */
  fetch: (limit: number) => Promise<Row[]>;
  /** What the next page goes on after. */
  cursorOf: (row: Row) => string;
  path: string;
  /** What the links to the next page and to the first are called. */
  words?: { next: string; first: string };
}

const newestFirst = { next: 'Show older ones', first: 'Back to the latest' };

/** A page of a list; a filter that names what there is not is a fault of the form, and no list. */
export async function listPage<Row>(
  { query }: Visit,
  { fetch, cursorOf, path, words = newestFirst }: ListRequest<Row>,
): Promise<Listed<Row>> {
  try {
    // One more than is shown says whether there are older ones.
    const found = await fetch(ROWS_A_PAGE + 1);
    const rows = found.slice(0, ROWS_A_PAGE);
    const last = rows.at(-1);
    const hasMore = found.length > rows.length && last !== undefined;
    const first = query.has('before')
      ? [{ text: words.first, address: withBefore(path, query, null) }]
      : [];
    const older = hasMore
      ? [{ text: words.next, address: withBefore(path, query, cursorOf(last)) }]
      : [];
    return { rows, links: [...older, ...first] };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { rows: [], links: [], fault: error.message };
  }
}

function withBefore(path: string, query: URLSearchParams, before: string | null): string {
  const given = [...query].filter(([name, value]) => name !== 'before' && value !== '');
  const others = new URLSearchParams(given);
  if (before !== null) others.set('before', before);
  const text = others.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** What the address's filter has for a name; undefined for nothing. */
export function filterValue({ query }: Visit, name: string): string | undefined {
  return query.get(name)?.trim() || undefined;
}

/** The same where it has to be one of some words; undefined for any other. */
export function filterWord<Word extends string>(
  visit: Visit,
  name: string,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === filterValue(visit, name));
}

/** The field of a filter that chooses a partner. */
export async function partnerField(visit: Visit): Promise<OperatorField> {
  const partners = await listPartners(visit.dependencies);
  const clientIds = partners.map(({ clientId }) => clientId);
  return anyOf('partner', 'Partner', filterValue(visit, 'partner') ?? '', clientIds);
}
