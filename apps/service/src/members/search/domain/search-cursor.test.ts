import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoundPlayer } from '../store/search-conditions.ts';
import { decodeSearchCursor, encodeSearchCursor, mergeFound } from './search-cursor.ts';
import { readSearch, type Search, type SearchQuery } from './search-query.ts';

function searchOf(query: SearchQuery): Search {
  const reading = readSearch(query);
  if (reading.kind === 'invalid') throw new Error('The search should be valid.');
  return reading.search;
}

const byName = searchOf({ name: 'Mike' });

const byRating = searchOf({ sport: ['padel'], sort: 'rating' });

const byActivity = searchOf({ sort: 'activity' });

const first = { memberNumber: 1, name: 'b mike', value: null };

describe('the cursor of a search', () => {
  testRows<[string, Search, string, number | null]>([
    ['name', byName, 'b mike', null],
    ['the longest name', byName, '㐀'.repeat(60), null],
    ['rating', byRating, '', 4_268],
    ['the lowest rating', byRating, '', 0],
    ['the highest rating', byRating, '', 8_000],
  ])('decodes to the encoded position', (_, search, name, value) => {
    const position = { memberNumber: 10_482, name, value };
    const cursor = encodeSearchCursor(search, position);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(decodeSearchCursor(search, cursor)).toEqual({ kind: 'position', position });
  });

  it('does not contain the time of the last match', () => {
    const player = { memberNumber: 10_482, name: 'b mike' };
    const cursor = encodeSearchCursor(byActivity, { ...player, value: Date.UTC(2026, 8, 12) });
    expect(encodeSearchCursor(byActivity, { ...player, value: null })).toBe(cursor);
    expect(decodeSearchCursor(byActivity, cursor)).toEqual({
      kind: 'player',
      memberNumber: 10_482,
    });
  });

  it('is invalid for another search', () => {
    const cursor = encodeSearchCursor(byName, first);
    for (const other of [{}, { name: 'Mikey' }, { name: 'Mike', city: 'Austin' }]) {
      expect(decodeSearchCursor(searchOf(other), cursor)).toEqual({ kind: 'other search' });
    }
    expect(decodeSearchCursor(searchOf({ name: 'mike!' }), cursor).kind).toBe('position');
  });

  testRows<[string, Search, object]>([
    ['no rating by rating', byRating, { value: null }],
    ['a rating off the scale', byRating, { value: 1e9 }],
    ['a rating below the scale', byRating, { value: -1 }],
    ['a rating just above the scale', byRating, { value: 8_001 }],
    ['half a thousandth', byRating, { value: 4_000.5 }],
    ['a character that no text of the database has', byName, { name: 'b\0mike' }],
    ['half a character', byName, { name: 'b \ud83d' }],
  ])('is rejected with a position that its order does not have', (_, search, position) => {
    const cursor = encodeSearchCursor(search, { ...first, ...position });
    expect(decodeSearchCursor(search, cursor)).toEqual({ kind: 'unknown' });
  });

  /** Returns a cursor of a search with forged content. */
  function forged(search: Search, ...rest: unknown[]): string {
    const real = JSON.parse(Buffer.from(encodeSearchCursor(search, first), 'base64url').toString());
    return Buffer.from(JSON.stringify([real[0], ...rest])).toString('base64url');
  }

  testRows<[string, Search, unknown[]]>([
    ['a rating by name', byName, [1, 4_000]],
    ['a name by rating', byRating, [1, 'b mike']],
    ['a moment by activity', byActivity, [1, 1_789_000_000_000]],
    ['an invalid number', byName, ['1', 'b mike']],
    ['half a number', byName, [1.5, 'b mike']],
    ['too many values', byName, [1, 'b mike', 2]],
    ['too few values', byName, [1]],
    ['neither a text nor a number', byName, [1, true]],
  ])('is rejected with the position of another order', (_, search, content) => {
    const cursor = forged(search, ...content);
    expect(decodeSearchCursor(search, cursor)).toEqual({ kind: 'unknown' });
  });

  it('stays valid if the hidden players change between two pages', () => {
    const search = { ...byName, filter: { ...byName.filter, hidden: [7] } };
    expect(encodeSearchCursor(search, first)).toBe(encodeSearchCursor(byName, first));
  });

  it('is rejected if it is not one of ours', () => {
    const real = encodeSearchCursor(byName, first);
    const ofText = (text: string) => Buffer.from(text).toString('base64url');
    const foreign = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9_-]{1,512}$/),
      fc.oneof(fc.json(), fc.constantFrom('[1,1,null]', 'no JSON')).map(ofText),
      fc.constantFrom(`${real}=`, `${real}A`, real.slice(1), ''),
    );
    fc.assert(
      fc.property(foreign, (cursor) => {
        expect(decodeSearchCursor(byName, cursor).kind).not.toBe('position');
      }),
    );
  });
});

const player = (memberNumber: number, name: string, value: number | null): FoundPlayer => ({
  ...{ id: `mem_${memberNumber}`, memberNumber, name, value },
});

const numbers = (players: readonly FoundPlayer[]) =>
  players.map(({ memberNumber }) => memberNumber);

describe('players found in two ways', () => {
  const mike = player(3, 'b mike', 4_200);
  const ana = player(2, 'b ana', null);
  const zoe = player(1, 'b zoë', 4_300);
  const twin = player(4, 'b mike', 4_200);

  it('are listed once, by name, and players of one name by number', () => {
    expect(mergeFound('name', [mike, ana], [ana, mike])).toEqual([ana, mike]);
    expect(numbers(mergeFound('name', [twin, zoe], [mike, ana]))).toEqual([2, 3, 4, 1]);
  });

  it('are ordered by bytes like in the database, and not by UTF-16', () => {
    const [emoji, fullwidth] = [player(1, 'b 😀', null), player(2, 'b ～', null)];
    expect(numbers(mergeFound('name', [emoji], [fullwidth]))).toEqual([2, 1]);
  });

  testRows(['rating', 'activity'] as const)(
    'are ordered with the highest value first, and those without one last',
    (sort) => {
      const newcomer = player(9, '', null);
      expect(numbers(mergeFound(sort, [newcomer, twin, ana], [mike, zoe]))).toEqual([
        1, 3, 4, 2, 9,
      ]);
    },
  );

  it('have the same order, whichever way found them', () => {
    const found = fc.uniqueArray(
      fc.tuple(fc.nat(50), fc.constantFrom('a', 'b', 'é'), fc.option(fc.nat(3))),
      { selector: ([number]) => number },
    );
    fc.assert(
      fc.property(found, fc.nat(50), fc.constantFrom('name', 'rating'), (rows, cut, sort) => {
        const players = rows.map((row) => player(...row));
        const whole = mergeFound(sort, players, []);
        expect(mergeFound(sort, players.slice(cut), players.slice(0, cut))).toEqual(whole);
      }),
    );
  });
});
