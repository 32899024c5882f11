import type { SimulatedDatabase } from './machine/database.ts';
import { type Played, play } from './play.ts';
import { shrink } from './shrink.ts';
import { type Step, writeStory } from './story.ts';

const MAX_TRIES = 200;

export interface SeedRequest {
  seed: number;
  operations: number;
  /** The numbers of the steps to play, from 1. Null plays all. */
  only: readonly number[] | null;
}

/** Plays the story of a seed. */
export async function playSeed(
  simulated: SimulatedDatabase,
  request: SeedRequest,
): Promise<Played> {
  return await play(
    simulated,
    numbered(request).map(({ step }) => step),
  );
}

/** Describes a failed story as short as possible, with the command that plays it again. */
export async function describeFailure(
  simulated: SimulatedDatabase,
  request: SeedRequest,
  { finding, sentences }: Pick<Played, 'finding' | 'sentences'>,
): Promise<string> {
  const failing = numbered(request).slice(0, sentences.length + 1);
  const cause = causeOf(finding);
  let last: Pick<Played, 'finding' | 'sentences'> = { finding, sentences };
  const shortest = await shrink(failing, {
    maxTries: MAX_TRIES,
    fails: async (some) => {
      const played = await play(
        simulated,
        some.map(({ step }) => step),
      );
      const isSame = played.finding !== null && causeOf(played.finding) === cause;
      if (isSame) last = played;
      return isSame;
    },
  });
  const { seed, operations } = request;
  const only = shortest.map(({ number }) => number).join(',');
  return [
    `Seed ${seed} failed; ${shortest.length} of its ${operations} operations are enough:`,
    ...shortest.map(({ step }, index) => line(index, step, last.sentences[index])),
    '',
    `  ${last.finding ?? ''}`,
    '',
    `Again: npx -y pnpm@12 simulate --seed ${seed} --operations ${operations} --only ${only}`,
  ].join('\n');
}

function line(index: number, step: Step, sentence: string | undefined): string {
  const { action, crash } = step;
  const where =
    crash === null
      ? ''
      : ` [may die ${crash.isAfter ? 'after' : 'before'} statement ${crash.statement + 1}]`;
  return `  ${index + 1}. ${sentence ?? `Then it happened, in: ${action} ${JSON.stringify(step.data)}.`}${where}`;
}

function numbered({ seed, operations, only }: SeedRequest): { number: number; step: Step }[] {
  return writeStory(seed, operations)
    .map((step, index) => ({ number: index + 1, step }))
    .filter(({ number }) => only?.includes(number) ?? true);
}

// Ids, times, and numbers differ between two stories with the same fault.
function causeOf(finding: string | null): string {
  return (
    (finding ?? '')
      .split('\n')[0]
      ?.replaceAll(/[a-z]{3}_\w+|"[^"]*"|[\d.:-]+/g, '')
      .slice(0, 60) ?? ''
  );
}
