import { predictMatch, skillOf, usualFormat } from '@partner-rating/ratings';

interface Rated {
  rating: number;
  reliability: number;
}

/** The chance of the first team to win a best of three, from ratings that the API returned before. */
export function chanceOffline(ours: readonly Rated[], theirs: readonly Rated[]): number {
  const teams = [ours, theirs].map((team) => team.map(skillOf));
  const { winProbability } = predictMatch(teams, { ...usualFormat('pickleball'), bestOf: 3 });
  return winProbability[0] ?? 0;
}
