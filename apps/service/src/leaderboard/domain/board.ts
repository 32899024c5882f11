import type { FaultItem, Schemas } from '@partner-rating/server';
import type { Gender } from '../../platform/database/schema.ts';
import { foldShort } from '../../players/domain/name-columns.ts';
import type { Board, Scope } from '../store/board.ts';

/** How a request names a board, with the contract's defaults filled in. */
export interface BoardChoice {
  sport: string;
  category: Schemas.RatingCategory;
  ageBracket: Schemas.AgeBracket;
  scope: Scope;
  country?: string;
  state?: string;
  city?: string;
  gender?: Gender;
  verifiedOnly: boolean;
  minGames: number;
}

type LocationName = 'country' | 'state' | 'city';

/** What names a board of each scope, the widest scope first. */
export const requiredLocations: Readonly<Record<Scope, readonly LocationName[]>> = {
  global: [],
  country: ['country'],
  state: ['country', 'state'],
  city: ['country', 'city'],
};

// The state tells cities of one name apart. A country is looked up where only one has the place.
const optionalLocations: Partial<Record<Scope, readonly LocationName[]>> = {
  state: ['country'],
  city: ['country', 'state'],
};
const locations: readonly LocationName[] = ['country', 'state', 'city'];

/** As far as the narrowest of the locations. */
export function narrowestScope({ country, state, city }: Partial<BoardChoice>): Scope {
  if (city !== undefined) return 'city';
  if (state !== undefined) return 'state';
  return country === undefined ? 'global' : 'country';
}

/** The locations that the scope lacks and those it has no use for. `prefix` comes before each pointer. */
export function locationFaults(choice: BoardChoice, prefix: string): FaultItem[] {
  const { scope } = choice;
  const optional = optionalLocations[scope] ?? [];
  const allowed = [...requiredLocations[scope], ...optional];
  return locations.flatMap((name): FaultItem[] => {
    const pointer = `${prefix}/${name}`;
    const isGiven = choice[name] !== undefined;
    if (!isGiven && allowed.includes(name) && !optional.includes(name)) {
      const detail = `The scope ${scope} needs ${name}. Send it, or choose another scope.`;
      return [{ pointer, code: 'required', detail }];
    }
    if (isGiven && !allowed.includes(name)) {
      const detail = `The scope ${scope} has no use for ${name}. Leave it out, or choose another scope.`;
      return [{ pointer, code: 'not_with_scope', detail }];
    }
    return [];
  });
}

const genders: readonly Gender[] = ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'];

/** The board of a choice without faults. */
export function toBoard(choice: BoardChoice): Board {
  const { sport, category, ageBracket, scope, country, state, city, minGames } = choice;
  return {
    sport,
    bracket: `${category}-${ageBracket}`,
    scope,
    country: country ?? null,
    state: state ?? null,
    city: city === undefined ? null : foldShort(city),
    genders: choice.gender === undefined ? genders : [choice.gender],
    verified: choice.verifiedOnly ? [true] : [true, false],
    minGames,
    exceptions: '{}',
  };
}
