import { ageOn } from '@partner-rating/ratings';
import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDay } from '../../../ratings/domain/player.ts';
import { isPart } from '../store/search-conditions.ts';
import { birthRange, byLength, readSearch, type SearchQuery, tokenize } from './search-query.ts';

function errorsOf(query: SearchQuery): string[] {
  const reading = readSearch(query);
  return reading.kind === 'invalid'
    ? reading.errors.map(({ pointer, code }) => `${pointer} ${code}`)
    : [];
}

describe('a search is refused', () => {
  testRows<[string, SearchQuery, ...string[]]>([
    ['for a rating without a sport', { minRating: 3 }, '/query/sport one_sport'],
    ['for a bracket without a sport', { bracket: 'singles-open' }, '/query/sport one_sport'],
    ['by rating without a sport', { sort: 'rating' }, '/query/sport one_sport'],
    ['in two sports', { sport: ['padel', 'tennis'], maxRating: 5 }, '/query/sport one_sport'],
    [
      'for ratings in the wrong order',
      { sport: ['padel'], minRating: 5, maxRating: 4.999 },
      '/query/minRating above_upper_bound',
    ],
    ['for ages in the wrong order', { minAge: 41, maxAge: 40 }, '/query/minAge above_upper_bound'],
    ['a player and a name', { memberId: '1', name: 'Mike' }, '/query/memberId not_with_filters'],
    ['for an age and a range', { age: 40, minAge: 35 }, '/query/age not_with_range'],
    [
      'every error at once',
      { minRating: 5, maxRating: 4, age: 1, maxAge: 2 },
      '/query/sport one_sport',
      '/query/minRating above_upper_bound',
      '/query/age not_with_range',
    ],
  ])('if its filters cannot be combined', (_, query, ...errors) => {
    expect(errorsOf(query)).toEqual(errors);
  });
});

describe('a search is accepted', () => {
  testRows<[string, SearchQuery]>([
    ['without any filter', {}],
    ['for a player in a sport', { memberId: '1', sport: ['padel'], sort: 'rating' }],
    ['with one sport named twice', { sport: ['padel', 'padel'], minRating: 3 }],
    ['with equal bounds', { sport: ['padel'], minRating: 4, maxRating: 4, minAge: 9, maxAge: 9 }],
    ['with several sports and no rating', { sport: ['padel', 'tennis'] }],
  ])('with every filter', (_, query) => {
    expect(errorsOf(query)).toEqual([]);
  });

  testRows<[SearchQuery, boolean]>([
    [{ name: '%' }, true],
    [{ name: '% mike' }, false],
    [{ city: '!' }, true],
    [{}, false],
  ])('and says whether a name fits nobody', (query, fitsNobody) => {
    expect(readSearch(query)).toMatchObject({ kind: 'search', search: { fitsNobody } });
  });

  testRows<[SearchQuery, boolean]>([
    [{ name: 'Brennan', city: 'Austin', gender: 'FEMALE', isVairified: true }, false],
    [{ minAge: 35 }, false],
    [{ minAge: 16, maxAge: 18 }, false],
    [{ zip: '78704' }, true],
    [{ isWheelchair: false }, true],
    [{ age: 16 }, true],
    [{ maxAge: 15 }, true],
    [{ minAge: 36 }, true],
    [{ minAge: 35, maxAge: 39 }, true],
  ])('and says whether it uses hidden fields', (query, isOfConnected) => {
    expect(readSearch(query)).toMatchObject({ kind: 'search', search: { isOfConnected } });
  });

  it('uses the primary rating if no bracket is named', () => {
    expect(readSearch({ sport: ['padel'], sort: 'rating' })).toMatchObject({
      search: { filter: { rating: { sport: 'padel', bracket: 'overall-open', from: null } } },
    });
  });

  it('for all its filters, folded if the store compares folded texts', () => {
    const search: SearchQuery = {
      ...{ name: 'Mike  BRENNAN', city: 'São Paulo', state: 'SP', country: 'BR', zip: '01000' },
      ...{ gender: 'MALE', isVairified: false, isWheelchair: true, minAge: 20, maxAge: 30 },
      ...{ sport: ['padel', 'padel'], bracket: 'singles-open', minRating: 3, maxRating: 4 },
      sort: 'activity',
    };
    expect(readSearch(search)).toEqual({
      kind: 'search',
      search: {
        filter: {
          ...{ tokens: ['mike', 'brennan'], reference: null, city: 'sao paulo', state: 'SP' },
          ...{ country: 'BR', zip: '01000', gender: 'MALE', isVairified: false },
          ...{ isWheelchair: true, ages: { from: 20, to: 30 }, sports: ['padel'], hidden: [] },
          rating: { sport: 'padel', bracket: 'singles-open', from: 3, to: 4 },
        },
        ...{ sort: 'activity', fitsNobody: false, isOfConnected: true },
      },
    });
  });

  it('for everybody by name, without any filter', () => {
    const nothing = {
      ...{ tokens: [], reference: null, city: null, state: null, country: null, zip: null },
      ...{ gender: null, isVairified: null, isWheelchair: null, ages: null, sports: null },
      ...{ hidden: [], rating: null },
    };
    expect(readSearch({})).toEqual({
      kind: 'search',
      search: { filter: nothing, sort: 'name', fitsNobody: false, isOfConnected: false },
    });
    expect(readSearch({ memberId: '10482', sport: ['tennis', 'padel'], age: 40 })).toMatchObject({
      kind: 'invalid',
    });
    expect(readSearch({ memberId: '10482', sport: ['tennis', 'padel'] })).toMatchObject({
      search: { filter: { ...nothing, reference: '10482', sports: ['padel', 'tennis'] } },
    });
  });

  testRows<[SearchQuery, object]>([
    [{ sport: ['padel'], minRating: 3 }, { rating: { from: 3, to: null } }],
    [{ sport: ['padel'], maxRating: 3 }, { rating: { from: null, to: 3 } }],
    [{ sport: ['padel'], sort: 'activity' }, { rating: null }],
    [{ age: 40 }, { ages: { from: 40, to: 40 } }],
    [{ minAge: 40 }, { ages: { from: 40, to: null } }],
    [{ maxAge: 40 }, { ages: { from: null, to: 40 } }],
  ])('with open bounds at the ends that it does not name', (query, filter) => {
    expect(readSearch(query)).toMatchObject({ search: { filter } });
  });
});

describe('a search that is refused says what to send', () => {
  testRows<[SearchQuery, string]>([
    [
      { memberId: '1', name: 'Mike', city: 'Austin', sport: ['padel'], sort: 'name' },
      'Send memberId alone, or leave it out: it comes with name, city.',
    ],
    [
      { bracket: 'singles-open', minRating: 1, maxRating: 2, sort: 'rating' },
      'Send exactly one sport: bracket, minRating, maxRating, sort=rating looks at the ratings of one.',
    ],
    [
      { sport: ['padel'], minRating: 5, maxRating: 4 },
      'Send a minRating that is not above maxRating.',
    ],
    [{ minAge: 5, maxAge: 4 }, 'Send a minAge that is not above maxAge.'],
    [{ age: 5, maxAge: 9 }, 'Send age, or minAge and maxAge, not both.'],
  ])('for every reason', (query, detail) => {
    expect(readSearch(query)).toMatchObject({ kind: 'invalid', errors: [{ detail }] });
  });

  it('and accepts a page of the search for a player', () => {
    const page: object = { limit: 20, offset: 20, cursor: 'x' };
    expect(errorsOf({ memberId: '1', ...page })).toEqual([]);
  });
});

const [min, max] = [new Date('1880-01-01'), new Date('2030-12-31')];

const anyDay = fc.oneof(
  fc.date({ min, max, noInvalidDate: true }),
  fc.constantFrom('2024-02-29', '2026-02-28', '2026-03-01').map((day) => new Date(day)),
);

const anyAge = fc.option(fc.nat(150));

it('contains the births of exactly those who have these ages', () => {
  fc.assert(
    fc.property(anyDay, anyDay, anyAge, anyAge, (birth, today, from, to) => {
      const { after, upTo } = birthRange({ from, to }, toDay(today));
      const birthDate = toDay(birth);
      const age = ageOn(birthDate, toDay(today));
      const isInside =
        (after === null || birthDate > after) && (upTo === null || birthDate <= upTo);
      expect(isInside).toBe((from === null || age >= from) && (to === null || age <= to));
    }),
    { numRuns: 2_000 },
  );
});

it('has valid dates, also from 29 February', () => {
  expect(birthRange({ from: 1, to: 3 }, '2024-02-29')).toEqual({
    after: '2020-02-29',
    upTo: '2023-02-28',
  });
  // 1900 had no such day, 2000 had one.
  expect(birthRange({ from: 100, to: null }, '2000-02-29').upTo).toBe('1900-02-28');
  expect(birthRange({ from: 96, to: null }, '2096-02-29').upTo).toBe('2000-02-29');
});

describe('the tokens of a text', () => {
  testRows([
    ['Brennan', ['brennan']],
    ['O’Brien-Łukasz', ['obrien', 'lukasz']],
    ['ann Anne', ['ann', 'anne']],
    ['mike MIKE', ['mike']],
    ['%', []],
    [' ', []],
  ])('are its words, folded', (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });

  it('are a part of a name from three letters on', () => {
    expect(['mi', 'mik'].map(isPart)).toEqual([false, true]);
  });

  it('are looked up by the longest', () => {
    expect(byLength(['li', 'brennan', 'mike'])).toEqual(['brennan', 'mike', 'li']);
  });
});
