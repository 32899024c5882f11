import type { Random } from '@partner-rating/service/src/platform/random.ts';
import type { Declared, World } from '../world/world.ts';

/** A kind of thing that partners, players, operators or the service do. */
export interface Action<Data extends object> extends Declared {
  /** How often it happens, compared with others. */
  weight: number;
  /** Decides all that is random about it, so that it can be played again from its data alone. */
  draw: (random: Random) => Data;
  /** Does it, checks what is answered against the model, and says in a sentence what happened. */
  play: (world: World, data: Data) => Promise<string>;
}

export const upTo = (random: Random, count: number): number => Math.floor(random() * count);

/** One of these by a number that was drawn before they were known. */
export function choose<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)];
}
