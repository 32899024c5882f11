import type { PlayerRankRequest, ScopedLocation } from '@partner-rating/client';
import * as z from 'zod';
import { bracket, gender, sport } from './inputs.ts';

/** Which leaderboard, as an agent names it. */
export const board = {
  sport,
  bracket,
  country: z.exactOptional(z.string()).describe('Two letters. Left out: worldwide'),
  state: z.exactOptional(z.string()).describe('Needs country'),
  city: z.exactOptional(z.string()).describe('Needs country'),
  gender,
};

const boardSchema = z.strictObject(board);

/** The leaderboard as the service names it: by the two parts of the bracket, and by how far it reaches. */
export function namedBoard({
  bracket = 'overall-open',
  ...rest
}: z.output<typeof boardSchema>): NamedBoard {
  const [category, ...division] = bracket.split('-');
  // What does not exist, and a city without its country, the service refuses, and says what there is.
  return {
    ...rest,
    scope: scopeOf(rest),
    category,
    ...(division.length > 0 && { ageBracket: division.join('-') }),
  } as NamedBoard;
}

type NamedBoard = Omit<PlayerRankRequest, 'memberId' | keyof ScopedLocation> & ScopedLocation;

function scopeOf({ country, state, city }: { country?: string; state?: string; city?: string }) {
  if (city !== undefined) return 'city';
  if (state !== undefined) return 'state';
  return country === undefined ? 'global' : 'country';
}
