import { ageDivisions, PRIMARY_BRACKET } from '@partner-rating/ratings';
import type { ErrorItem } from '@partner-rating/server';
import { foldShort, foldText } from '../../domain/names.ts';
import type { Range, RatingFilter, SearchFilter, SearchSort } from '../store/search-conditions.ts';

/** The parameters of a search. Each is valid by itself. */
export interface SearchQuery {
  name?: string;
  memberId?: string;
  city?: string;
  state?: string;
  country?: string;
  zip?: string;
  gender?: string;
  isVairified?: boolean;
  isWheelchair?: boolean;
  sport?: string[];
  bracket?: string;
  minRating?: number;
  maxRating?: number;
  age?: number;
  minAge?: number;
  maxAge?: number;
  sort?: SearchSort;
}

export interface Search {
  filter: SearchFilter;
  sort: SearchSort;
  /** Whether a filter folds to nothing, so that it fits nobody. */
  fitsNobody: boolean;
  /** Whether a filter uses a field that only connected players show, so that it finds only them. */
  isOfConnected: boolean;
}

/** Returns the search of a query, or errors for parameters that cannot be combined. */
export function readSearch(
  query: SearchQuery,
): { kind: 'search'; search: Search } | { kind: 'invalid'; errors: ErrorItem[] } {
  const errors = [...referenceErrors(query), ...ratingErrors(query), ...ageErrors(query)];
  if (errors.length > 0) return { kind: 'invalid', errors };

  const tokens = query.name === undefined ? [] : tokenize(query.name);
  const city = query.city === undefined ? null : foldShort(query.city);
  const filter: SearchFilter = {
    tokens,
    reference: query.memberId ?? null,
    city,
    state: query.state ?? null,
    country: query.country ?? null,
    zip: query.zip ?? null,
    gender: query.gender ?? null,
    isVairified: query.isVairified ?? null,
    isWheelchair: query.isWheelchair ?? null,
    ages: range(query.age ?? query.minAge, query.age ?? query.maxAge),
    sports: query.sport === undefined ? null : sportsOf(query),
    hidden: [],
    rating: ratingFilter(query),
  };
  const isEmptyName = query.name !== undefined && tokens.length === 0;
  return {
    kind: 'search',
    search: {
      filter,
      sort: query.sort ?? 'name',
      fitsNobody: isEmptyName || city === '',
      isOfConnected: looksAtHidden(filter),
    },
  };
}

// A search must not use what the public card hides, because it would give that away.
function looksAtHidden({ zip, isWheelchair, ages }: SearchFilter): boolean {
  return zip !== null || isWheelchair !== null || (ages !== null && !isDivision(ages));
}

/** Whether the ages are those of a division: the brackets of ratings show these to everybody. */
function isDivision({ from, to }: Range): boolean {
  return ageDivisions.some(
    (division) => division.from === from && division.to === (to ?? Number.POSITIVE_INFINITY),
  );
}

// A search by memberId finds one known player. Each other filter would then be a question about this player.
const WITH_REFERENCE: ReadonlySet<string> = new Set([
  'memberId',
  'sport',
  'sort',
  'limit',
  'offset',
  'cursor',
]);

function referenceErrors(query: SearchQuery): ErrorItem[] {
  if (query.memberId === undefined) return [];
  const others = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !WITH_REFERENCE.has(name))
    .map(([name]) => name);
  if (others.length === 0) return [];
  const detail = `Send memberId alone, or leave it out: it comes with ${others.join(', ')}.`;
  return [{ pointer: '/query/memberId', code: 'not_with_filters', detail }];
}

function sportsOf({ sport = [] }: SearchQuery): string[] {
  return [...new Set(sport)].sort();
}

function ratingFilter(query: SearchQuery): RatingFilter | null {
  const [sport] = query.sport ?? [];
  const ratings = range(query.minRating, query.maxRating);
  if (sport === undefined || (ratings === null && query.sort !== 'rating')) return null;
  const { from, to } = ratings ?? { from: null, to: null };
  return { sport, bracket: query.bracket ?? PRIMARY_BRACKET, from, to };
}

function range(from: number | undefined, to: number | undefined): Range | null {
  if (from === undefined && to === undefined) return null;
  return { from: from ?? null, to: to ?? null };
}

/** Returns the parameters of a query that use the ratings of one sport. */
function ofOneSport({ bracket, minRating, maxRating, sort }: SearchQuery): string[] {
  return [
    ...Object.entries({ bracket, minRating, maxRating })
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name),
    ...(sort === 'rating' ? ['sort=rating'] : []),
  ];
}

/** Adds the default sport to a query that uses ratings and names no sport. */
export function withDefaultSport(query: SearchQuery, sport: string): SearchQuery {
  return query.sport === undefined && ofOneSport(query).length > 0
    ? { ...query, sport: [sport] }
    : query;
}

function ratingErrors(query: SearchQuery): ErrorItem[] {
  const errors: ErrorItem[] = [];
  const { minRating, maxRating } = query;
  const dependents = ofOneSport(query);
  if (dependents.length > 0 && sportsOf(query).length !== 1) {
    const detail = `Send exactly one sport: ${dependents.join(', ')} looks at the ratings of one.`;
    errors.push({ pointer: '/query/sport', code: 'one_sport', detail });
  }
  return isReversed(minRating, maxRating)
    ? [...errors, reversed('minRating', 'maxRating')]
    : errors;
}

function ageErrors({ age, minAge, maxAge }: SearchQuery): ErrorItem[] {
  const errors: ErrorItem[] = [];
  if (age !== undefined && (minAge !== undefined || maxAge !== undefined)) {
    const detail = 'Send age, or minAge and maxAge, not both.';
    errors.push({ pointer: '/query/age', code: 'not_with_range', detail });
  }
  return isReversed(minAge, maxAge) ? [...errors, reversed('minAge', 'maxAge')] : errors;
}

function isReversed(from: number | undefined, to: number | undefined): boolean {
  return from !== undefined && to !== undefined && from > to;
}

function reversed(lower: string, upper: string): ErrorItem {
  const detail = `Send a ${lower} that is not above ${upper}.`;
  return { pointer: `/query/${lower}`, code: 'above_upper_bound', detail };
}

/** The birth dates (`YYYY-MM-DD`) of an age: later than `after`, and not later than `upTo`. */
interface BirthRange {
  after: string | null;
  upTo: string | null;
}

/** Returns the birth dates of members who have these ages on this day, as `ageOn` counts them. */
export function birthRange({ from, to }: Range, day: string): BirthRange {
  return {
    after: to === null ? null : yearsBefore(day, to + 1),
    upTo: from === null ? null : yearsBefore(day, from),
  };
}

function yearsBefore(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) - years;
  const date = `${String(year).padStart(4, '0')}${day.slice(4)}`;
  // On 29 February, someone born on the 28th is as old as someone born on the 29th would be.
  return date.endsWith('-02-29') && !isLeapYear(year) ? date.replace('-29', '-28') : date;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Returns the folded words of a text, which all must fit a name. None if the text has no letters and digits. */
export function tokenize(text: string): string[] {
  return [...new Set(foldText(text).split(' '))].filter((token) => token !== '');
}

/** Sorts tokens by length, the longest first, which usually fits the fewest names. */
export function byLength(tokens: readonly string[]): string[] {
  return tokens.toSorted((one, other) => other.length - one.length);
}
