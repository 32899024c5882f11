import type { Dependencies } from '../platform/configuration/dependencies.ts';

interface Submitted {
  sport: string;
  matches: readonly { sport?: string }[];
}

/** Counts the matches that were rated, for the metrics. The results are in the order submitted. */
export function countRated(
  { serviceCounts }: Pick<Dependencies, 'serviceCounts'>,
  { sport, matches }: Submitted,
  results: readonly { status: string }[],
): void {
  for (const [index, { status }] of results.entries()) {
    if (status === 'rated') serviceCounts?.ratedMatches.add(matches[index]?.sport ?? sport);
  }
}
