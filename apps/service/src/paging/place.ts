import { ProblemError } from '@partner-rating/server';
import { decodeCursor, encodeCursor } from './domain/order-cursor.ts';

/**
 * The order number before which a page begins, read from the query's cursor; null for the first.
 * @throws ProblemError `validation_failed` for a cursor that is none of ours, or beside an offset.
 */
export function findPlace(query: { cursor?: string; offset?: number }): number | null {
  if (query.cursor === undefined) return null;
  if (query.offset !== undefined) {
    throw refuse('offset', 'not_with_cursor', 'Send cursor or offset, not both.');
  }
  const place = decodeCursor(query.cursor);
  if (place !== null) return place;
  throw refuse('cursor', 'invalid_cursor', 'Send nextCursor of the page before, unchanged.');
}

export interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** A page of the rows found, of which one more than fits tells that there is another page. */
export function toPage<Row>(
  found: readonly Row[],
  limit: number,
  orderOf: (row: Row) => number,
): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasNext = found.length > limit && last !== undefined;
  return { rows, nextCursor: hasNext ? encodeCursor(orderOf(last)) : null };
}

function refuse(parameter: string, code: string, detail: string): ProblemError {
  return new ProblemError('validation_failed', {
    errors: [{ pointer: `/query/${parameter}`, code, detail }],
  });
}
