import type { ErrorItem, ErrorItemCode } from '@partner-rating/server';
import { sports } from '@partner-rating/server/catalogue';
import type { Operation } from '../contract.ts';

/** Parameters of a request, each valid by itself. */
export interface Fields {
  [name: string]: unknown;
}

const knownSports: readonly string[] = sports.map(({ code }) => code);

/** Returns errors for unknown sports in a read. */
export function sportErrors(
  { id, parameters }: Operation,
  { query, body }: { query: Fields; body: unknown },
): ErrorItem[] {
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
    return error(at, 'unknown_sport', !knownSports.includes(code), detail);
  });
}

/** Returns an error for a period that ends before it begins. */
export function periodErrors({ from, to }: Fields): ErrorItem[] {
  if (from === undefined || to === undefined || String(from) <= String(to)) return [];
  const detail = `The list ends on ${to}, before it begins on ${from}. Correct one of the dates.`;
  return [{ pointer: '/query/to', code: 'end_before_start', detail }];
}

const locations = ['country', 'state', 'city'] as const;
const neededBy: { readonly [scope: string]: readonly string[] } = {
  country: ['country'],
  state: ['state'],
  city: ['city'],
};
const takenBy: { readonly [scope: string]: readonly string[] } = {
  state: ['country'],
  city: ['country', 'state'],
};

/** Returns errors for missing and unnecessary locations of a leaderboard's scope. */
export function boardErrors(board: Fields, prefix: string): ErrorItem[] {
  const narrowest = locations.findLast((name) => board[name] !== undefined);
  const { scope = narrowest ?? 'global', clubId } = board;
  const needed = neededBy[String(scope)] ?? [];
  const ofClub = error(
    `${prefix}/clubId`,
    'no_clubs',
    clubId !== undefined,
    'There are no clubs, so there is no leaderboard of a club. Leave clubId out, or choose a location with scope.',
  );
  const ofLocations = locations.flatMap((name) => {
    const isGiven = board[name] !== undefined;
    const isOptional = takenBy[String(scope)]?.includes(name) ?? false;
    return [
      error(
        `${prefix}/${name}`,
        'required',
        !isGiven && needed.includes(name),
        `The scope ${scope} needs ${name}. Send it, or choose another scope.`,
      ),
      error(
        `${prefix}/${name}`,
        'not_with_scope',
        isGiven && !needed.includes(name) && !isOptional,
        `The scope ${scope} has no use for ${name}. Leave it out, or choose another scope.`,
      ),
    ].flat();
  });
  return [...ofClub, ...ofLocations];
}

/** Returns an error unless a rank names its player exactly once. */
export function rankErrors(body: Fields): ErrorItem[] {
  return [
    ...error(
      '/playerId',
      'not_with_other_name',
      body.memberId !== undefined && body.playerId !== undefined,
      'Send memberId or playerId, not both: they mean the same.',
    ),
    ...boardErrors(body, ''),
  ];
}

/** Returns a list with the error, or an empty list if the condition is false. */
export function error(
  pointer: string,
  code: ErrorItemCode,
  isThere: boolean,
  detail: string,
): ErrorItem[] {
  return isThere ? [{ pointer, code, detail }] : [];
}
