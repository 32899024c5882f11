import { predictMatch, skillOf, usualFormat } from '@partner-rating/ratings';

interface Rated {
  rating: number;
  reliability: number;
}

/** Returns the first team's chance to win a best of three, from ratings that you have read from the API. */
export function chanceOffline(ours: readonly Rated[], theirs: readonly Rated[]): number {
  const teams = [ours, theirs].map((team) => team.map(skillOf));
  const { winProbability } = predictMatch(teams, { ...usualFormat('pickleball'), bestOf: 3 });
  return winProbability[0] ?? 0;
}
