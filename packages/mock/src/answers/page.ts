import { contract, exampleNames, type Operation } from '../contract.ts';
import type { Fields } from './echoes.ts';

type Pagination = NonNullable<Operation['pagination']>;

/**
 * As many items of a list as `limit` asks for. Where some are left out, a first page leads to the last
 * one, which ends the list however short it is. An `offset` counts through both, and so comes to an end too.
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

/** The items of a page and, where one follows, those of the last page. */
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

/** A cursor of the examples of an operation, where one of them is a last page to lead to. */
function cursorOf(operation: Operation): unknown {
  if (lastPageOf(operation) === undefined) return null;
  const names = exampleNames(operation, '200');
  const cursors = names.map((name) => (contract.example(name).value as Fields).nextCursor);
  return cursors.find((cursor) => typeof cursor === 'string') ?? null;
}
