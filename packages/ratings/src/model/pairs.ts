import type { Kernel } from './kernel.ts';

// Keeps the open difference of each player to their usual partner: the part of the difference in strength that remains unknown,
// because matches with both in one team show only the sum of their strengths.
//
// An open difference has steps of 1/16,384 of mu, and is at most 64. With a partner of 32 bits, it fits an integer that a double
// holds. Sums of its squares do not depend on their order.
const OPEN_STEPS = 2 ** 14;
const MAX_OPEN = 64 - 1 / OPEN_STEPS;

/** The index of the usual partner of a player of the first team in the second one; -1 if there is none. */
function opposedPartner({ id, partner, size }: Kernel, player: number): number {
  const wanted = partner[player] ?? 0;
  if (wanted === 0) return -1;
  for (let other = size; other < 2 * size; other += 1) {
    if (id[other] === wanted && partner[other] === id[player]) return other;
  }
  return -1;
}

/**
 * Writes for each player their part of the open difference of pairs who meet as opponents, times that difference.
 * @returns the sum of the squares of these differences, in mu.
 */
export function measurePairs(kernel: Kernel, shares: Float64Array): number {
  const { size, open, opposed } = kernel;
  let squares = 0;
  for (let player = 0; player < size; player += 1) {
    const other = opposedPartner(kernel, player);
    if (other === -1) continue;
    const [own, others] = [open[player] ?? 0, open[other] ?? 0];
    const difference = own + others;
    squares += difference * difference;
    opposed[player] = difference * difference;
    opposed[other] = difference * difference;
    shares[player] = own * difference;
    shares[other] = others * difference;
  }
  return squares;
}

/** What a match shows about a player. */
interface Learnt {
  /** The id of the only teammate; 0 if there are several or none. */
  mate: number;
  /** The variance of the player's mu before the match, and how much of it the match removed. */
  own: number;
  removed: number;
  /** The largest square of an open difference. */
  limit: number;
}

/**
 * Updates the open difference between a player and their usual partner. A match with both in one team shows only their sum, so half
 * of the variance that it removes is open between them. Any other match shows something about only this player.
 */
export function updatePair(
  { partner, open, opposed }: Kernel,
  player: number,
  { mate, own, removed, limit }: Learnt,
): void {
  const before = (open[player] ?? 0) ** 2;
  const added = Math.min(limit, removed / 2);
  if (mate !== 0 && partner[player] === mate) {
    open[player] = rounded(Math.min(limit, before + added));
    return;
  }
  const seen = opposed[player] === 0 ? before : (opposed[player] ?? 0);
  const faded = before / (1 + ((own + seen) * removed) / (own * own));
  const isReplaced = mate !== 0 && faded <= added;
  if (isReplaced) partner[player] = mate;
  open[player] = rounded(isReplaced ? added : faded);
}

function rounded(square: number): number {
  return Math.min(MAX_OPEN, Math.round(Math.sqrt(square) * OPEN_STEPS) / OPEN_STEPS);
}
