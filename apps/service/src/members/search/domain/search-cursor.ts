import { createHash } from 'node:crypto';
import type { SearchPosition } from '../store/search-filter.ts';
import type { Search } from './search-query.ts';

/** Where a page of this search ended. It is of use in this search alone. */
export function encodeSearchCursor(
  search: Search,
  { memberNumber, value }: SearchPosition,
): string {
  const content = [fingerprint(search), memberNumber, value];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** What a cursor says: a position, that it belongs to another search, or nothing we ever said. */
export type DecodedCursor =
  | { kind: 'position'; position: SearchPosition }
  | { kind: 'other search' }
  | { kind: 'unknown' };

export function decodeSearchCursor(search: Search, cursor: string): DecodedCursor {
  const content = parse(cursor);
  if (content === null) return { kind: 'unknown' };
  const [print, memberNumber, value] = content;
  if (print !== fingerprint(search)) return { kind: 'other search' };
  const position = { memberNumber, value };
  return fitsOrder(search, value) && encodeSearchCursor(search, position) === cursor
    ? { kind: 'position', position }
    : { kind: 'unknown' };
}

type CursorContent = [print: string, memberNumber: number, value: number | null];

function parse(cursor: string): CursorContent | null {
  try {
    const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return isContent(content) ? content : null;
  } catch {
    return null;
  }
}

function isContent(content: unknown): content is CursorContent {
  if (!Array.isArray(content) || content.length !== 3) return false;
  const [print, memberNumber, value] = content as unknown[];
  return (
    typeof print === 'string' &&
    Number.isSafeInteger(memberNumber) &&
    (value === null || typeof value === 'number')
  );
}

// What PostgreSQL reads as a moment whatever stands in a cursor that somebody made up.
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

function fitsOrder({ sort }: Search, value: number | null): boolean {
  if (sort === 'name') return value === null;
  if (value === null) return sort === 'activity';
  if (!Number.isSafeInteger(value)) return false;
  return sort === 'rating' ? value >= 0 && value <= 8_000 : value >= EARLIEST && value <= LATEST;
}

const FINGERPRINT_BYTES = 9;

function fingerprint({ filter, sort }: Search): string {
  return createHash('sha256')
    .update(JSON.stringify([sort, filter]))
    .digest()
    .subarray(0, FINGERPRINT_BYTES)
    .toString('base64url');
}
