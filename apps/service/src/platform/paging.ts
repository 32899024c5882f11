import { type ErrorItemCode, ProblemError } from '@partner-rating/server';

/** Where a page ended, in a list whose latest row stands first. Partners pass it back and never look inside. */
export function encodeCursor(lastOrder: number): string {
  return Buffer.from(JSON.stringify({ before: lastOrder })).toString('base64url');
}

/** The position a cursor stands for; null for a text that is none of ours. */
export function decodeCursor(cursor: string): number | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const order = Number(/[1-9]\d*/.exec(text)?.[0]);
  // Base64 passes over what it does not know, so only what comes out the same again is a cursor.
  return Number.isSafeInteger(order) && encodeCursor(order) === cursor ? order : null;
}

/**
 * The order number before which a page begins, read from the query's cursor; null for the first.
 * @throws ProblemError `validation_failed` for a cursor that is none of ours, or beside an offset.
 */
export function readPosition(query: { cursor?: string; offset?: number }): number | null {
  return readPositionWith(query, decodeCursor);
}

/** The same for a list whose cursors are of another form; `decode` gives null for none of its own. */
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

/** @throws ProblemError `validation_failed` for a cursor that is none of ours. */
export function refuseCursor(): never {
  throw refuse('cursor', 'invalid_cursor', 'Send nextCursor of the page before, unchanged.');
}

/** @throws ProblemError `validation_failed` for a cursor after which something may be gone by now. */
export function refuseExpiredCursor(detail: string): never {
  throw refuse('cursor', 'expired_cursor', detail);
}

export interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** A page of the rows found, of which one more than fits means that there is another page. */
export function toPage<Row>(
  found: readonly Row[],
  limit: number,
  orderOf: (row: Row) => number,
): Page<Row> {
  return toPageWith(found, limit, (row) => encodeCursor(orderOf(row)));
}

/** The same for a list whose cursors are of another form. */
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
