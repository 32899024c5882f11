import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { type OtherNames, renameSearch } from './other-names.ts';
import type { SearchQuery } from './search-query.ts';

describe('a search under other names', () => {
  testRows<[SearchQuery & OtherNames, SearchQuery]>([
    [{ member: '10482' }, { memberId: '10482' }],
    [{ member: '0482 Mike' }, { name: '0482 Mike' }],
    [
      { vairified: false, wheelchair: true },
      { isVairified: false, isWheelchair: true },
    ],
    [
      { rating1: 3, rating2: 4, sort: 'name', sortField: 'rating' },
      { minRating: 3, maxRating: 4, sort: 'rating' },
    ],
    [{ ageFilterType: 'exact', age1: 40 }, { age: 40 }],
    [
      { ageFilterType: 'range', age1: 35, age2: 39 },
      { minAge: 35, maxAge: 39 },
    ],
    [{ ageFilterType: 'above', age1: 50 }, { minAge: 50 }],
    [{ ageFilterType: 'below', age1: 49 }, { maxAge: 49 }],
    [{ location: ' Austin , TX,US' }, { city: 'Austin', state: 'TX', country: 'US' }],
    [{ location: 'AUSTIN', city: 'Austin' }, { city: 'Austin' }],
  ])('is translated to our names', (sent, query) => {
    expect(renameSearch(sent)).toMatchObject({ query, errors: [], fitsNobody: false });
    expect(Object.keys(renameSearch(sent).query)).toEqual(
      expect.arrayContaining(Object.keys(query)),
    );
  });

  testRows<[SearchQuery & OtherNames, string]>([
    [{ name: 'Mike', member: 'Mike' }, '/query/member not_with_other_name'],
    [{ isVairified: true, vairified: true }, '/query/vairified not_with_other_name'],
    [{ minAge: 40, ageFilterType: 'above', age1: 40 }, '/query/age1 not_with_other_name'],
    [{ age1: 40 }, '/query/ageFilterType required'],
    [{ ageFilterType: 'range', age1: 40 }, '/query/age2 required'],
    [{ ageFilterType: 'exact', age1: 40, age2: 41 }, '/query/age2 not_with_range'],
    [{ sortDirection: 'desc' }, '/query/sortDirection one_direction'],
    [{ sortField: 'activity', sortDirection: 'asc' }, '/query/sortDirection one_direction'],
  ])('rejects both names of a parameter, and incomplete pairs', (sent, error) => {
    const { errors } = renameSearch(sent);
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([error]);
  });

  it('fits nobody if its two locations exclude each other', () => {
    expect(renameSearch({ location: 'Waco, TX', city: 'Austin' }).fitsNobody).toBe(true);
  });
});
