import { currentModel, type RatingModel } from '@partner-rating/ratings';

/** What the process of a rebuild reports. */
export interface Rebuilt {
  matches: number;
  steps: number;
  milliseconds: number;
  idleKilobytes: number;
  peakKilobytes: number;
}

/** Returns a model that multiplies each sigma by a factor, so that every state differs. */
export function lessSureBy(factor: number): RatingModel {
  return {
    ...currentModel,
    skillAt: (skills, sport, at) => {
      const skill = currentModel.skillAt(skills, sport, at);
      return { ...skill, sigma: skill.sigma * factor };
    },
  };
}

/** Runs a rebuild, and sends its time and memory to the parent process. */
export async function report(
  rebuild: () => Promise<Pick<Rebuilt, 'matches' | 'steps'>>,
): Promise<void> {
  // Sampled, because on Linux the peak of a process begins with that of its parent.
  const kilobytes = () => Math.round(process.memoryUsage.rss() / 1_024);
  const idleKilobytes = kilobytes();
  let peakKilobytes = idleKilobytes;
  const sample = () => {
    peakKilobytes = Math.max(peakKilobytes, kilobytes());
  };
  const timer = setInterval(sample, 5);
  const start = performance.now();
  const done = await rebuild();
  const milliseconds = performance.now() - start;
  clearInterval(timer);
  sample();
  process.send?.({ ...done, milliseconds, idleKilobytes, peakKilobytes } satisfies Rebuilt);
}
