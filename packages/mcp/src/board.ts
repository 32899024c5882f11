import type { PlayerRankRequest, ScopedLocation } from '@partner-rating/client';
import * as z from 'zod';
import { bracket, gender, sport } from './inputs.ts';

/** The leaderboard, in the words of an agent. */
export const board = {
  sport,
  bracket,
  country: z.exactOptional(z.string()).describe('Two letters. Default: worldwide'),
  state: z.exactOptional(z.string()).describe('Needs country'),
  city: z.exactOptional(z.string()).describe('Needs country'),
  gender,
};

const boardSchema = z.strictObject(board);

/** Returns the leaderboard in the words of the service: the two parts of the bracket, and the scope. */
export function leaderboardQuery({
  bracket = 'overall-open',
  ...rest
}: z.output<typeof boardSchema>): NamedBoard {
  const [category, ...division] = bracket.split('-');
  // The service refuses unknown values, and a city without its country, with advice.
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
