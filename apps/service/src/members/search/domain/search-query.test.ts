import { describe, expect, it } from 'vitest';
import { readSearch, type SearchQuery } from './search-query.ts';

function faultsOf(query: SearchQuery): string[] {
  const reading = readSearch(query);
  return reading.kind === 'faulty'
    ? reading.faults.map(({ pointer, code }) => `${pointer} ${code}`)
    : [];
}

describe('a search is refused', () => {
  it.each<[string, SearchQuery, string[]]>([
    ['for a rating without a sport', { minRating: 3 }, ['/query/sport one_sport']],
    ['for a bracket without a sport', { bracket: 'singles-open' }, ['/query/sport one_sport']],
    ['by rating without a sport', { sort: 'rating' }, ['/query/sport one_sport']],
    [
      'for a rating in two sports',
      { sport: ['padel', 'tennis'], maxRating: 5 },
      ['/query/sport one_sport'],
    ],
    [
      'for ratings upside down',
      { sport: ['padel'], minRating: 5, maxRating: 4.999 },
      ['/query/minRating above_upper_bound'],
    ],
    ['for ages upside down', { minAge: 41, maxAge: 40 }, ['/query/minAge above_upper_bound']],
    [
      'for a player and a name',
      { memberId: '1', name: 'Mike' },
      ['/query/memberId not_with_filters'],
    ],
    ['for an age and a range', { age: 40, minAge: 35 }, ['/query/age not_with_range']],
    [
      'with every fault at once',
      { minRating: 5, maxRating: 4, age: 1, maxAge: 2 },
      ['/query/sport one_sport', '/query/minRating above_upper_bound', '/query/age not_with_range'],
    ],
  ])('%s', (_, query, faults) => {
    expect(faultsOf(query)).toEqual(faults);
  });
});

describe('a search is taken', () => {
  it.each<[string, SearchQuery]>([
    ['without any filter', {}],
    ['for a player in a sport', { memberId: '1', sport: ['padel'], sort: 'rating' }],
    ['with one sport named twice', { sport: ['padel', 'padel'], minRating: 3 }],
    ['with equal bounds', { sport: ['padel'], minRating: 4, maxRating: 4, minAge: 9, maxAge: 9 }],
    ['with several sports and no rating', { sport: ['padel', 'tennis'] }],
  ])('%s', (_, query) => {
    expect(faultsOf(query)).toEqual([]);
  });

  it.each<[SearchQuery, boolean]>([
    [{ name: '%' }, true],
    [{ name: '% mike' }, false],
    [{ city: '!' }, true],
    [{}, false],
  ])('and knows of %j that it fits nobody: %s', (query, fitsNobody) => {
    expect(readSearch(query)).toMatchObject({ kind: 'search', search: { fitsNobody } });
  });

  it.each<[SearchQuery, boolean]>([
    [{ name: 'Brennan', city: 'Austin', gender: 'FEMALE', isVairified: true }, false],
    [{ minAge: 35 }, false],
    [{ minAge: 16, maxAge: 18 }, false],
    [{ zip: '78704' }, true],
    [{ isWheelchair: false }, true],
    [{ age: 16 }, true],
    [{ maxAge: 15 }, true],
    [{ minAge: 36 }, true],
    [{ minAge: 35, maxAge: 39 }, true],
  ])(
    'and knows of %j whether it looks at what strangers do not see: %s',
    (query, isOfConnected) => {
      expect(readSearch(query)).toMatchObject({ kind: 'search', search: { isOfConnected } });
    },
  );

  it('looks at the primary rating where no bracket is named', () => {
    expect(readSearch({ sport: ['padel'], sort: 'rating' })).toMatchObject({
      search: { filter: { rating: { sport: 'padel', bracket: 'overall-open', from: null } } },
    });
  });
});
