import type { Random } from '@partner-rating/service/src/platform/random.ts';
import type { Declared, World } from '../world/world.ts';

/** One kind of thing that partners, players, operators, or the service do. */
export interface Action<Data extends object> extends Declared {
  /** How often it happens, compared with other actions. */
  weight: number;
  /** Makes all its random decisions, so that its data alone are enough to play it again. */
  draw: (random: Random) => Data;
  /**
   * Does it, checks the responses against the model, and returns a sentence about what happened.
   */
  play: (world: World, data: Data) => Promise<string>;
}

export const upTo = (random: Random, count: number): number => Math.floor(random() * count);

/** Selects an item by a number that was drawn before the items were known. */
export function choose<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)];
}
