import {
  currentModel,
  type RatingModel,
} from '@partner-rating/service/src/ratings/domain/rating-model.ts';

/** What the process of a rebuild says of itself. */
export interface Rebuilt {
  matches: number;
  steps: number;
  milliseconds: number;
  idleKilobytes: number;
  peakKilobytes: number;
}

/** A model that is so many times as unsure of everybody: every step comes out otherwise. */
export function lessSureBy(factor: number): RatingModel {
  return {
    ...currentModel,
    skillAt: (skills, sport, at) => {
      const skill = currentModel.skillAt(skills, sport, at);
      return { mu: skill.mu, sigma: skill.sigma * factor };
    },
  };
}

/** Sends the parent what a rebuild took in this process. */
export async function report(
  rebuild: () => Promise<Pick<Rebuilt, 'matches' | 'steps'>>,
): Promise<void> {
  const idleKilobytes = process.resourceUsage().maxRSS;
  const start = performance.now();
  const done = await rebuild();
  const milliseconds = performance.now() - start;
  const peakKilobytes = process.resourceUsage().maxRSS;
  process.send?.({ ...done, milliseconds, idleKilobytes, peakKilobytes } satisfies Rebuilt);
}
