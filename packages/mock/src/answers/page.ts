import { contract, exampleNames, type Operation } from '../contract.ts';
import type { Fields } from './echoes.ts';

/** Which fields of a list have its items and its next cursor (`x-pagination`). */
interface Pagination {
  items: string;
  cursor: string;
}

/**
 * As many items of a list as `limit` asks for. Where some are left out, a first page leads to the last
 * one, which ends the list however short it is.
 */
export function limitedPage(operation: Operation, answer: unknown, query: Fields): unknown {
  const pagination = paginationOf(operation);
  const { limit } = query;
  if (pagination === undefined || typeof limit !== 'number') return answer;
  const page = answer as Fields;
  const items = page[pagination.items] as unknown[];
  if (items.length <= limit) return answer;
  const next = 'cursor' in query ? null : (page[pagination.cursor] ?? cursorOf(operation));
  return { ...page, [pagination.items]: items.slice(0, limit), [pagination.cursor]: next };
}

/** A cursor of the examples of an operation, where one of them is a last page to lead to. */
function cursorOf(operation: Operation): unknown {
  const names = exampleNames(operation, '200');
  if (!names.includes(`${operation.id}-last-page`)) return null;
  const cursors = names.map((name) => (contract.example(name).value as Fields).nextCursor);
  return cursors.find((cursor) => typeof cursor === 'string') ?? null;
}

function paginationOf({ path, method }: Operation): Pagination | undefined {
  const item = contract.document.paths[path] as unknown as Fields;
  const { 'x-pagination': pagination } = item[method.toLowerCase()] as Fields;
  return pagination as Pagination | undefined;
}
