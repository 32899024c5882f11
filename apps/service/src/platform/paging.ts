import { type ErrorItemCode, ProblemError } from '@partner-rating/server';

/** Encodes the end of a page, in a list with the latest row first. Partners pass it back and never decode it. */
export function encodeCursor(lastOrder: number): string {
  return Buffer.from(JSON.stringify({ before: lastOrder })).toString('base64url');
}

/** Returns the position of a cursor. Null if the service did not create it. */
export function decodeCursor(cursor: string): number | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const order = Number(/[1-9]\d*/.exec(text)?.[0]);
  // Base64 ignores unknown characters, so only a text that is encoded to itself is a cursor.
  return Number.isSafeInteger(order) && encodeCursor(order) === cursor ? order : null;
}

/**
 * Returns the order number before which a page begins, from the query's cursor. Null for the first page.
 * @throws ProblemError `validation_failed` for an invalid cursor, or a cursor together with an offset.
 */
export function readPosition(query: { cursor?: string; offset?: number }): number | null {
  return readPositionWith(query, decodeCursor);
}

/** Does the same for cursors of another form. `decode` returns null for an invalid one. */
export function readPositionWith<Position>(
  query: { cursor?: string; offset?: number },
  decode: (cursor: string) => Position | null,
): Position | null {
  if (query.cursor === undefined) return null;
  if (query.offset !== undefined) {
    throw refuse('offset', 'not_with_cursor', 'Send cursor or offset, not both.');
  }
  return decode(query.cursor) ?? refuseCursor();
}

/** @throws ProblemError `validation_failed` for an invalid cursor. */
export function refuseCursor(): never {
  throw refuse('cursor', 'invalid_cursor', 'Send nextCursor of the page before, unchanged.');
}

/** @throws ProblemError `validation_failed` for a cursor after which rows may be missing by now. */
export function refuseExpiredCursor(detail: string): never {
  throw refuse('cursor', 'expired_cursor', detail);
}

export interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** Returns a page of these rows. One row more than fits means that there is another page. */
export function toPage<Row>(
  found: readonly Row[],
  limit: number,
  orderOf: (row: Row) => number,
): Page<Row> {
  return toPageWith(found, limit, (row) => encodeCursor(orderOf(row)));
}

/** Does the same for cursors of another form. */
export function toPageWith<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasNext = found.length > limit && last !== undefined;
  return { rows, nextCursor: hasNext ? cursorOf(last) : null };
}

function refuse(parameter: string, code: ErrorItemCode, detail: string): ProblemError {
  return new ProblemError('validation_failed', {
    errors: [{ pointer: `/query/${parameter}`, code, detail }],
  });
}
