import { actionNamed } from './actions/all.ts';
import { Finding } from './finding.ts';
import { checkAtEnd, checkMeanwhile } from './invariants/all.ts';
import type { SimulatedDatabase } from './machine/database.ts';
import { seedEntropy } from './machine/entropy.ts';
import type { Step } from './story.ts';
import type { PlayedOperation } from './world/page-routes.ts';
import { World } from './world/world.ts';

export interface Played {
  /** The broken promise, or null. */
  finding: string | null;
  /** One sentence for each step so far. */
  sentences: string[];
  /** A hash of what happened. The same story gives the same digest. */
  digest: string;
  crashes: number;
  /** The operations that were called with success. */
  operations: ReadonlySet<PlayedOperation>;
  /** The pages that were opened or received a form. */
  pages: ReadonlySet<string>;
}

const STEPS_BETWEEN_CHECKS = 25;

/** Plays a story on an empty database and checks every promise. */
export async function play(simulated: SimulatedDatabase, steps: readonly Step[]): Promise<Played> {
  seedEntropy(0);
  const world = await World.open(simulated);
  const sentences: string[] = [];
  let finding: string | null = null;
  try {
    for (const [index, step] of steps.entries()) {
      sentences.push(await playStep(world, step));
      const round = (index + 1) / STEPS_BETWEEN_CHECKS;
      if (Number.isInteger(round)) await checkMeanwhile(world, round);
    }
    seedEntropy(1);
    await checkAtEnd(world);
  } catch (error) {
    finding = error instanceof Finding ? error.message : described(error);
  }
  await world.close();
  const { crashes, played: operations, opened: pages } = world;
  return { finding, sentences, digest: world.digest(), crashes, operations, pages };
}

async function playStep(world: World, step: Step): Promise<string> {
  seedEntropy(step.entropy);
  await world.time.pass(step.milliseconds);
  const { crashes } = world;
  world.link.crashAt(step.crash);
  const action = actionNamed(step.action);
  world.declared = action;
  const sentence = await action.play(world, step.data);
  world.declared = null;
  if (world.link.isCut) await world.crash();
  world.link.crashAt(null);
  await world.time.rest();
  if (world.link.isCut) await world.crash();
  world.record(`${step.action} ${sentence}`);
  return world.crashes > crashes ? `${sentence} The service crashed during this step.` : sentence;
}

function described(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
