import type { Schemas } from '@partner-rating/server';
import type { PlayerRow } from '../../ratings/store/players.ts';

/** Returns a member of the story, without a database. */
export function player(number: number, rest: Partial<PlayerRow> = {}): PlayerRow {
  return {
    id: `mem_01jq8z6v3mfb7s4d2k9c${String(number).padStart(6, '0')}`,
    member_number: number,
    first_name: 'Mike',
    last_name: 'Brennan',
    gender: 'UNKNOWN',
    birth_date: null,
    is_vairified: false,
    is_discoverable: true,
    is_own_ghost: false,
    ...rest,
  };
}

export const mike = player(10_482);
export const priya = player(10_517);
export const daniel = player(10_533);
export const sofia = player(10_591);

/** Returns a batch of these matches, in pickleball to 11 by 2. */
export function batchOf(
  matches: Schemas.MatchInput[],
  rest: Partial<Schemas.MatchBatch> = {},
): Schemas.MatchBatch {
  return {
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    matchDate: '2026-09-12T15:30:00Z',
    matches,
    ...rest,
  };
}

/** Returns games with these scores: `scored('11-8 6-11')`. */
export function scored(games: string): { scores: number[] }[] {
  const all = games.split(' ').filter((game) => game !== '');
  return all.map((game) => ({ scores: game.split('-').map(Number) }));
}

/** Returns the teams of a match. */
export const teamsOf = <Player>(...teams: Player[][]) => teams;

/** Returns a match between teams of players. The first team won, unless `games` says otherwise. */
export function matchOf(
  identifier: string,
  teams: { id: string }[][],
  rest: Partial<Schemas.MatchInput> = {},
): Schemas.MatchInput {
  return {
    identifier,
    teams: teams.map((team) => team.map(({ id }) => id)),
    games: [{ scores: teams.map((_, index) => (index === 0 ? 11 : 7)) }],
    ...rest,
  };
}

/** Returns a day for each number, which overrides the batch's: on one day, the same match counts once. */
export function onDay(number: number): { matchDate: string } {
  return { matchDate: new Date(Date.UTC(2026, 8, 11 - number, 15, 30)).toISOString() };
}
