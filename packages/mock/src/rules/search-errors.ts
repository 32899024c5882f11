import type { ErrorItem } from '@partner-rating/server';
import { error, type Fields } from './query-errors.ts';

const agesOf: { readonly [type: string]: readonly string[] } = {
  exact: ['age'],
  range: ['minAge', 'maxAge'],
  above: ['minAge'],
  below: ['maxAge'],
};
const memberReference = /^(mem_[0-7][0-9a-hjkmnp-tv-z]{25}|[1-9][0-9]{0,15})$/;

/** Returns the filters of a search under the names of this service, from the names of other services. */
function ownNames(query: Fields): [from: string, to: string][] {
  const [age1, age2] = agesOf[String(query.ageFilterType)] ?? [];
  const names = {
    member: memberReference.test(String(query.member)) ? 'memberId' : 'name',
    ...{ vairified: 'isVairified', wheelchair: 'isWheelchair' },
    ...{ rating1: 'minRating', rating2: 'maxRating', age1, age2, sortField: 'sort' },
  };
  return Object.entries(names).flatMap(([from, to]) =>
    query[from] === undefined || to === undefined ? [] : [[from, to]],
  );
}

/** Returns the errors of filters with the names of other services. */
function otherNameErrors(query: Fields, names: readonly [from: string, to: string][]): ErrorItem[] {
  const { ageFilterType, sortDirection, sort, sortField = sort } = query;
  const ages = agesOf[String(ageFilterType)] ?? [];
  const only = sortField === 'name' ? 'asc' : 'desc';
  const ofAges = ['age1', 'age2'].flatMap((name, index) => [
    ...error(
      `/query/${name}`,
      'required',
      index < ages.length && query[name] === undefined,
      `ageFilterType=${ageFilterType} needs ${name}.`,
    ),
    ...error(
      `/query/${name}`,
      'not_with_range',
      ages.length > 0 && index >= ages.length && query[name] !== undefined,
      `ageFilterType=${ageFilterType} has no use for ${name}. Leave it out.`,
    ),
  ]);
  return [
    ...names.flatMap(([from, to]) =>
      error(
        `/query/${from}`,
        'not_with_other_name',
        to !== 'sort' && query[to] !== undefined,
        `Send ${to} or ${from}, not both: they mean the same.`,
      ),
    ),
    ...error(
      '/query/ageFilterType',
      'required',
      ageFilterType === undefined && (query.age1 ?? query.age2) !== undefined,
      'Send ageFilterType, which says what age1 and age2 are.',
    ),
    ...ofAges,
    ...error(
      '/query/sortDirection',
      'one_direction',
      sortDirection !== undefined && sortDirection !== only,
      `The order by ${sortField} goes one way. Send sortDirection=${only}, or leave it out.`,
    ),
  ];
}

const besideReference = ['memberId', 'sport', 'sort', 'limit', 'offset', 'cursor'];

/** Returns the errors of filters that cannot be combined. */
export function searchErrors(sent: Fields): ErrorItem[] {
  const names = ownNames(sent);
  const sentAs = new Map(names.map(([from, to]) => [`/query/${to}`, `/query/${from}`]));
  const ofOwn = ownErrors(renamed(sent, names));
  return [
    ...otherNameErrors(sent, names),
    ...ofOwn.map((one) => ({ ...one, pointer: sentAs.get(one.pointer) ?? one.pointer })),
  ];
}

const locationParts = ['city', 'state', 'country'];

function renamed(sent: Fields, names: readonly [from: string, to: string][]): Fields {
  const { location, ageFilterType: _, sortDirection: __, ...query } = sent;
  const parts = String(location ?? '').split(',');
  const locations = parts.map((part, index) => [locationParts[index], part.trim()]);
  const own = names.map(([from, to]) => [to, query[from]]);
  for (const [from] of names) delete query[from];
  return {
    ...Object.fromEntries(locations.filter(([name, part]) => name !== undefined && part !== '')),
    ...query,
    ...Object.fromEntries(own),
  };
}

function ownErrors(query: Fields): ErrorItem[] {
  const { memberId, sport = [], sort, bracket, minRating, maxRating, age, minAge, maxAge } = query;
  const others = sentNames(query).filter((name) => !besideReference.includes(name));
  const ofRatings = [
    ...sentNames({ bracket, minRating, maxRating }),
    ...(sort === 'rating' ? ['sort=rating'] : []),
  ];
  return [
    error(
      '/query/memberId',
      'not_with_filters',
      memberId !== undefined && others.length > 0,
      `Send memberId alone, or leave it out: it comes with ${others.join(', ')}.`,
    ),
    error(
      '/query/sport',
      'one_sport',
      ofRatings.length > 0 && new Set(sport as string[]).size > 1,
      `Send exactly one sport: ${ofRatings.join(', ')} looks at the ratings of one.`,
    ),
    aboveUpperBound('minRating', minRating, 'maxRating', maxRating),
    error(
      '/query/age',
      'not_with_range',
      age !== undefined && (minAge ?? maxAge) !== undefined,
      'Send age, or minAge and maxAge, not both.',
    ),
    aboveUpperBound('minAge', minAge, 'maxAge', maxAge),
  ].flat();
}

function aboveUpperBound(lower: string, from: unknown, upper: string, to: unknown): ErrorItem[] {
  const isReversed = from !== undefined && to !== undefined && Number(from) > Number(to);
  const detail = `Send a ${lower} that is not above ${upper}.`;
  return error(`/query/${lower}`, 'above_upper_bound', isReversed, detail);
}

function sentNames(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name] !== undefined);
}
