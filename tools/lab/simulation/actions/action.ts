import type { Random } from '@partner-rating/service/src/platform/random.ts';
import type { Declared, World } from '../world/world.ts';

/** One kind of thing that partners, players, operators, or the service do. */
export interface Action<Data extends object> extends Declared {
  /** How often the action happens, compared with other actions. */
  weight: number;
  /** Makes all random decisions of the action, so that the returned data are enough to play the action again. */
  draw: (random: Random) => Data;
  /**
   * Plays the action, checks the responses against the model, and returns a sentence about what happened.
   */
  play: (world: World, data: Data) => Promise<string>;
}

export const upTo = (random: Random, count: number): number => Math.floor(random() * count);

/** Selects an item by a number that was drawn before the items were known. */
export function choose<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)];
}
