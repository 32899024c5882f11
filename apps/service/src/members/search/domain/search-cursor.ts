import { createHash } from 'node:crypto';
import type { FoundPlayer, SearchPosition, SearchSort } from '../store/search-conditions.ts';
import type { Search } from './search-query.ts';

/** Encodes where a page of a search ended. The cursor is valid only for this search, and contains only what cards show. */
export function encodeSearchCursor(
  search: Search,
  { memberNumber, name, value }: SearchPosition,
): string {
  const shown = { name, rating: value, activity: null }[search.sort];
  return encode(search, memberNumber, shown);
}

function encode(search: Search, memberNumber: number, shown: string | number | null): string {
  const content = [fingerprint(search), memberNumber, shown];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/**
 * The content of a cursor: a position, or for `activity` a player whose last match has to be looked up. Otherwise it is a
 * cursor of another search, or not one of our cursors.
 */
type DecodedCursor =
  | { kind: 'position'; position: SearchPosition }
  | { kind: 'player'; memberNumber: number }
  | { kind: 'other search' }
  | { kind: 'unknown' };

export function decodeSearchCursor(search: Search, cursor: string): DecodedCursor {
  const content = parse(cursor);
  if (content === null) return { kind: 'unknown' };
  const [print, memberNumber, shown] = content;
  if (print !== fingerprint(search)) return { kind: 'other search' };
  if (encode(search, memberNumber, shown) !== cursor) return { kind: 'unknown' };
  if (search.sort === 'activity') {
    return shown === null ? { kind: 'player', memberNumber } : { kind: 'unknown' };
  }
  if (search.sort === 'name') {
    return typeof shown === 'string' && isText(shown)
      ? { kind: 'position', position: { memberNumber, name: shown, value: null } }
      : { kind: 'unknown' };
  }
  return typeof shown === 'number' && Number.isSafeInteger(shown) && shown >= 0 && shown <= 8_000
    ? { kind: 'position', position: { memberNumber, name: '', value: shown } }
    : { kind: 'unknown' };
}

function isText(name: string): boolean {
  return name.isWellFormed() && !name.includes('\0');
}

type CursorContent = [print: string, memberNumber: number, shown: string | number | null];

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
  const [print, memberNumber, shown] = content as unknown[];
  return (
    typeof print === 'string' &&
    Number.isSafeInteger(memberNumber) &&
    (shown === null || typeof shown === 'number' || typeof shown === 'string')
  );
}

const FINGERPRINT_BYTES = 9;

function fingerprint({ filter, sort }: Search): string {
  // The hidden players may change between two pages of one search.
  const { hidden: _, ...named } = filter;
  return createHash('sha256')
    .update(JSON.stringify([sort, named]))
    .digest()
    .subarray(0, FINGERPRINT_BYTES)
    .toString('base64url');
}

/** Merges players who were found in two ways: each once, in the order of the search. */
export function mergeFound(
  sort: SearchSort,
  some: readonly FoundPlayer[],
  others: readonly FoundPlayer[],
): FoundPlayer[] {
  const byNumber = new Map([...some, ...others].map((player) => [player.memberNumber, player]));
  const compare = sort === 'name' ? compareNames : compareValues;
  return [...byNumber.values()].sort(
    (one, other) => compare(one, other) || one.memberNumber - other.memberNumber,
  );
}

// By bytes, as the database does.
function compareNames(one: FoundPlayer, other: FoundPlayer): number {
  return Buffer.compare(Buffer.from(one.name), Buffer.from(other.name));
}

// The highest or latest first. Players who never played come last.
function compareValues(one: FoundPlayer, other: FoundPlayer): number {
  if (one.value === other.value) return 0;
  return (other.value ?? Number.NEGATIVE_INFINITY) - (one.value ?? Number.NEGATIVE_INFINITY);
}
