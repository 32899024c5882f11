import type { FaultCode, FaultItem } from '@partner-rating/server';
import { sports } from '@partner-rating/server/catalogue';
import type { Operation } from '../contract.ts';

/** Parameters of a request, valid each by itself. */
export interface Fields {
  [name: string]: unknown;
}

const knownSports: readonly string[] = sports.map(({ code }) => code);

/** Sports that a read names and nobody rates. */
export function sportFaults(
  { id, parameters }: Operation,
  { query, body }: { query: Fields; body: unknown },
): FaultItem[] {
  const isFilter = parameters.some(({ name }) => name === 'sport');
  const { sport } = isFilter ? query : id === 'leaderboard.rank' ? (body as Fields) : {};
  const pointer = isFilter ? '/query/sport' : '/sport';
  const named = Array.isArray(sport)
    ? sport.map((code, index) => ({ code: String(code), at: `${pointer}/${index}` }))
    : sport === undefined
      ? []
      : [{ code: String(sport), at: pointer }];
  return named.flatMap(({ code, at }) => {
    const detail = `There is no sport ${code}. Use one of ${knownSports.join(', ')}.`;
    return fault(at, 'unknown_sport', !knownSports.includes(code), detail);
  });
}

/** What a list of a time asks for that ends before it begins. */
export function periodFaults({ from, to }: Fields): FaultItem[] {
  if (from === undefined || to === undefined || String(from) <= String(to)) return [];
  const detail = `The list ends on ${to}, before it begins on ${from}. Correct one of the dates.`;
  return [{ pointer: '/query/to', code: 'end_before_start', detail }];
}

const besideReference = ['memberId', 'sport', 'sort', 'limit', 'offset', 'cursor'];

/** Filters of a search that do not go together. */
export function searchFaults(query: Fields): FaultItem[] {
  const { memberId, sport = [], sort, bracket, minRating, maxRating, age, minAge, maxAge } = query;
  const others = namesGiven(query).filter((name) => !besideReference.includes(name));
  const ofRatings = [
    ...namesGiven({ bracket, minRating, maxRating }),
    ...(sort === 'rating' ? ['sort=rating'] : []),
  ];
  return [
    fault(
      '/query/memberId',
      'not_with_filters',
      memberId !== undefined && others.length > 0,
      `Send memberId alone, or leave it out: it comes with ${others.join(', ')}.`,
    ),
    fault(
      '/query/sport',
      'one_sport',
      ofRatings.length > 0 && new Set(sport as string[]).size !== 1,
      `Send exactly one sport: ${ofRatings.join(', ')} looks at the ratings of one.`,
    ),
    aboveUpperBound('minRating', minRating, 'maxRating', maxRating),
    fault(
      '/query/age',
      'not_with_range',
      age !== undefined && (minAge ?? maxAge) !== undefined,
      'Send age, or minAge and maxAge, not both.',
    ),
    aboveUpperBound('minAge', minAge, 'maxAge', maxAge),
  ].flat();
}

const locations = ['country', 'state', 'city'] as const;
const neededBy: { readonly [scope: string]: readonly string[] } = {
  country: ['country'],
  state: ['country', 'state'],
  city: ['country', 'city'],
};

/** The locations that the scope of a board lacks, and those it has no use for. */
export function boardFaults(board: Fields, prefix: string): FaultItem[] {
  const { scope = 'global' } = board;
  const needed = neededBy[String(scope)] ?? [];
  return locations.flatMap((name) => {
    const isGiven = board[name] !== undefined;
    // It distinguishes cities of one name.
    const isOptional = scope === 'city' && name === 'state';
    return [
      fault(
        `${prefix}/${name}`,
        'required',
        !isGiven && needed.includes(name),
        `The scope ${scope} needs ${name}. Send it, or choose another scope.`,
      ),
      fault(
        `${prefix}/${name}`,
        'not_with_scope',
        isGiven && !needed.includes(name) && !isOptional,
        `The scope ${scope} has no use for ${name}. Leave it out, or choose another scope.`,
      ),
    ].flat();
  });
}

function aboveUpperBound(lower: string, from: unknown, upper: string, to: unknown): FaultItem[] {
  const isReversed = from !== undefined && to !== undefined && Number(from) > Number(to);
  const detail = `Send a ${lower} that is not above ${upper}.`;
  return fault(`/query/${lower}`, 'above_upper_bound', isReversed, detail);
}

function fault(pointer: string, code: FaultCode, isThere: boolean, detail: string): FaultItem[] {
  return isThere ? [{ pointer, code, detail }] : [];
}

function namesGiven(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name] !== undefined);
}
