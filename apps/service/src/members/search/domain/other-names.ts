import type { ErrorItem } from '@partner-rating/server';
import { foldShort, isReference } from '../../domain/names.ts';
import type { SearchSort } from '../store/search-conditions.ts';
import type { SearchQuery } from './search-query.ts';

/** The parameters under the names that clients of other services send. */
export interface OtherNames {
  member?: string;
  location?: string;
  vairified?: boolean;
  wheelchair?: boolean;
  rating1?: number;
  rating2?: number;
  ageFilterType?: keyof typeof agesOf;
  age1?: number;
  age2?: number;
  sortField?: SearchSort;
  sortDirection?: 'asc' | 'desc';
}

export interface RenamedSearch {
  query: SearchQuery;
  /** The other name under which a parameter was sent. */
  sentAs: ReadonlyMap<string, string>;
  errors: ErrorItem[];
  /** Whether `location` and another location exclude each other. */
  fitsNobody: boolean;
}

/** Translates a search to the names of this service. */
export function renameSearch(sent: SearchQuery & OtherNames): RenamedSearch {
  const { member, location, vairified, wheelchair, rating1, rating2, ...others } = sent;
  const { ageFilterType, age1, age2, sortField, sortDirection, ...own } = others;
  const [lower, upper] = ageFilterType === undefined ? [] : agesOf[ageFilterType];
  const names: [from: keyof OtherNames, to: keyof SearchQuery | undefined, value: unknown][] = [
    ['member', isReference(member ?? '') ? 'memberId' : 'name', member],
    ['vairified', 'isVairified', vairified],
    ['wheelchair', 'isWheelchair', wheelchair],
    ['rating1', 'minRating', rating1],
    ['rating2', 'maxRating', rating2],
    ['age1', lower, age1],
    ['age2', upper, age2],
    ['sortField', 'sort', sortField],
  ];
  const renamed = names.flatMap(([from, to, value]) =>
    to === undefined || value === undefined ? [] : [{ from, to, value }],
  );
  const locations = readLocation(location);
  const query: SearchQuery = {
    ...locations,
    ...own,
    ...Object.fromEntries(renamed.map(({ to, value }) => [to, value])),
  };
  return {
    query,
    sentAs: new Map(renamed.map(({ from, to }) => [to, from])),
    errors: [
      ...renamed.flatMap(({ from, to }) => doubleErrors(own, from, to)),
      ...ageErrors(sent),
      ...directionErrors(query.sort, sortDirection),
    ],
    fitsNobody: LOCATION_PARTS.some(
      (name) => locations[name] !== undefined && !isSameLocation(locations[name], query[name]),
    ),
  };
}

/** The parameters that `age1` and `age2` mean. */
const agesOf = {
  exact: ['age'],
  range: ['minAge', 'maxAge'],
  above: ['minAge'],
  below: ['maxAge'],
} as const;

const LOCATION_PARTS = ['city', 'state', 'country'] as const;

function readLocation(location = ''): Partial<Record<(typeof LOCATION_PARTS)[number], string>> {
  const parts = location.split(',', LOCATION_PARTS.length).map((part) => part.trim());
  return Object.fromEntries(
    parts.flatMap((part, index) => (part === '' ? [] : [[LOCATION_PARTS[index], part]])),
  );
}

function isSameLocation(one: string, other = ''): boolean {
  return foldShort(one) === foldShort(other);
}

// The order has a default, so it is not known whether it was sent.
function doubleErrors(own: SearchQuery, from: string, to: keyof SearchQuery): ErrorItem[] {
  if (to === 'sort' || own[to] === undefined) return [];
  const detail = `Send ${to} or ${from}, not both: they mean the same.`;
  return [{ pointer: `/query/${from}`, code: 'not_with_other_name', detail }];
}

function ageErrors({ ageFilterType, age1, age2 }: OtherNames): ErrorItem[] {
  if (ageFilterType === undefined) {
    const detail = 'Send ageFilterType, which says what age1 and age2 are.';
    const isNeeded = age1 !== undefined || age2 !== undefined;
    return isNeeded ? [{ pointer: '/query/ageFilterType', code: 'required', detail }] : [];
  }
  return Object.entries({ age1, age2 }).flatMap(([name, age], index): ErrorItem[] => {
    const pointer = `/query/${name}`;
    const isUsed = index < agesOf[ageFilterType].length;
    if (isUsed && age === undefined) {
      return [
        { pointer, code: 'required', detail: `ageFilterType=${ageFilterType} needs ${name}.` },
      ];
    }
    if (isUsed || age === undefined) return [];
    const detail = `ageFilterType=${ageFilterType} has no use for ${name}. Leave it out.`;
    return [{ pointer, code: 'not_with_range', detail }];
  });
}

function directionErrors(
  sort: SearchSort = 'name',
  direction: OtherNames['sortDirection'],
): ErrorItem[] {
  const only = sort === 'name' ? 'asc' : 'desc';
  if (direction === undefined || direction === only) return [];
  const detail = `The order by ${sort} goes one way. Send sortDirection=${only}, or leave it out.`;
  return [{ pointer: '/query/sortDirection', code: 'one_direction', detail }];
}
