import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSearchCursor, encodeSearchCursor } from './search-cursor.ts';
import { readSearch, type Search, type SearchQuery } from './search-query.ts';

function searchOf(query: SearchQuery): Search {
  const reading = readSearch(query);
  if (reading.kind === 'faulty') throw new Error('The search should be valid.');
  return reading.search;
}

const byName = searchOf({ name: 'Mike' });
const byRating = searchOf({ sport: ['padel'], sort: 'rating' });
const byActivity = searchOf({ sort: 'activity' });

describe('the cursor of a search', () => {
  it.each<[string, Search, number | null]>([
    ['name', byName, null],
    ['rating', byRating, 4_268],
    ['activity', byActivity, Date.UTC(2026, 8, 12)],
    ['activity, of who never played', byActivity, null],
  ])('comes back as it was made: by %s', (_, search, value) => {
    const position = { memberNumber: 10_482, value };
    const cursor = encodeSearchCursor(search, position);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(decodeSearchCursor(search, cursor)).toEqual({ kind: 'position', position });
  });

  it('is of no use in another search', () => {
    const cursor = encodeSearchCursor(byName, { memberNumber: 1, value: null });
    for (const other of [{}, { name: 'Mikey' }, { name: 'Mike', city: 'Austin' }]) {
      expect(decodeSearchCursor(searchOf(other), cursor)).toEqual({ kind: 'other search' });
    }
    expect(decodeSearchCursor(searchOf({ name: 'mike!' }), cursor).kind).toBe('position');
  });

  it.each<[string, Search, number | null]>([
    ['a rating by name', byName, 4_000],
    ['no rating by rating', byRating, null],
    ['a rating off the scale', byRating, 1e9],
    ['half a thousandth', byRating, 4_000.5],
    ['a moment beyond all calendars', byActivity, 8.64e15],
  ])('is refused with %s', (_, search, value) => {
    const cursor = encodeSearchCursor(search, { memberNumber: 1, value });
    expect(decodeSearchCursor(search, cursor)).toEqual({ kind: 'unknown' });
  });

  it('is refused where it is none of ours', () => {
    const real = encodeSearchCursor(byName, { memberNumber: 1, value: null });
    const foreign = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9_-]{1,512}$/),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
      fc.constantFrom(`${real}=`, `${real}A`, real.slice(1), ''),
    );
    fc.assert(
      fc.property(foreign, (cursor) => {
        expect(decodeSearchCursor(byName, cursor).kind).not.toBe('position');
      }),
    );
  });
});
