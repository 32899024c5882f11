import { contract, exampleNames, type Operation } from '../contract.ts';
import type { Fields } from './echoes.ts';

type Pagination = NonNullable<Operation['pagination']>;

/**
 * Returns at most `limit` items of a list. If there are more items, a first page leads to the last
 * page, which ends the list. An `offset` counts through both pages, so that list ends too.
 */
export function limitedPage(operation: Operation, answer: unknown, query: Fields): unknown {
  const { pagination } = operation;
  const { limit, offset } = query;
  if (pagination === null || typeof limit !== 'number') return answer;
  const page = answer as Fields;
  if (typeof offset === 'number' && offset > 0) {
    const all = allItems(operation, page, pagination);
    const isLast = offset + limit >= all.length;
    const next = isLast ? null : (page[pagination.cursor] ?? cursorOf(operation));
    return pageOf(page, pagination, all.slice(offset, offset + limit), next);
  }
  const items = page[pagination.items] as unknown[];
  if (items.length <= limit) return answer;
  const next = 'cursor' in query ? null : (page[pagination.cursor] ?? cursorOf(operation));
  return pageOf(page, pagination, items.slice(0, limit), next);
}

function pageOf(page: Fields, { items, cursor }: Pagination, some: unknown[], next: unknown) {
  return { ...page, [items]: some, [cursor]: next };
}

/** Returns the items of a page and, if another page follows, those of the last page. */
function allItems(operation: Operation, page: Fields, { items, cursor }: Pagination): unknown[] {
  const shown = page[items] as unknown[];
  if (typeof page[cursor] !== 'string') return shown;
  const last = lastPageOf(operation);
  return last === undefined ? shown : [...shown, ...(last[items] as unknown[])];
}

function lastPageOf(operation: Operation): Fields | undefined {
  const name = `${operation.id}-last-page`;
  if (!exampleNames(operation, '200').includes(name)) return undefined;
  return contract.example(name).value as Fields;
}

/** Returns a cursor from the examples of an operation, if one of them is a last page. */
function cursorOf(operation: Operation): unknown {
  if (lastPageOf(operation) === undefined) return null;
  const names = exampleNames(operation, '200');
  const cursors = names.map((name) => (contract.example(name).value as Fields).nextCursor);
  return cursors.find((cursor) => typeof cursor === 'string') ?? null;
}
