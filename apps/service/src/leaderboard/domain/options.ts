import type { Schemas } from '@partner-rating/server';
import {
  type AgeDivision,
  ageDivisions,
  type Category,
  categories,
  OPEN_DIVISION,
} from '../../ratings/domain/brackets.ts';
import { sportName } from '../../ratings/domain/sports.ts';
import type { Scope } from '../store/board.ts';
import { requiredLocations } from './board.ts';

const categoryWords: Record<Category, { name: string; description: string }> = {
  overall: { name: 'Overall', description: 'All rated matches.' },
  singles: { name: 'Singles', description: 'Matches of one against one.' },
  doubles: { name: 'Doubles', description: 'Matches between teams of two, of any gender.' },
  gender: { name: 'Same gender', description: 'Matches between teams of one gender.' },
  mixed: { name: 'Mixed', description: 'Matches between teams of mixed gender.' },
};

const scopeNames: Record<Scope, string> = {
  global: 'Everywhere',
  country: 'Country',
  state: 'State or region',
  city: 'City',
};

const scopes = Object.keys(requiredLocations) as Scope[];

/** What leaderboards there are, of these sports. */
export function leaderboardOptions(sports: readonly string[]): Schemas.LeaderboardCategories {
  return {
    sports: sports.map((code) => ({ code, name: sportName(code) })),
    categories: categories.map((code) => ({ code, ...categoryWords[code] })),
    ageBrackets: [
      { code: OPEN_DIVISION, name: 'All ages', minAge: null, maxAge: null },
      ...ageDivisions.map(ageBracket),
    ],
    scopes: scopes.map((code) => ({
      code,
      name: scopeNames[code],
      requires: [...requiredLocations[code]],
    })),
  };
}

function ageBracket({ key, from, to }: AgeDivision): Schemas.AgeBracketOption {
  return Number.isFinite(to)
    ? { code: key, name: `${from} to ${to}`, minAge: from, maxAge: to }
    : { code: key, name: `${from} and over`, minAge: from, maxAge: null };
}
