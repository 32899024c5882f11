// For each bracket, a state has five numbers of eight bytes: mu, sigma, the direction of the group, the usual partner (with the
// open difference to them), and the games (with the time of the last one). R follows from mu.

// The steps that the model rounds an open difference to, and the range that it can have (`packages/ratings/src/model/pairs.ts`).
const OPEN_STEPS = 2 ** 14;
const OPEN_RANGE = 2 ** 20;

/** Packs a partner and an open difference into an integer of 53 bits. */
export function packPair(partner: number, open: number): number {
  return partner * OPEN_RANGE + open * OPEN_STEPS;
}

export function partnerIn(pair: number): number {
  return Math.floor(pair / OPEN_RANGE);
}

export function openIn(pair: number): number {
  return (pair - partnerIn(pair) * OPEN_RANGE) / OPEN_STEPS;
}

// 18 bits of games (the model counts up to 200,000) and 45 bits of milliseconds since the year 1711 are the bits of a double. These
// doubles are always finite.
const bits = new DataView(new ArrayBuffer(8));
const UPPER_BITS = 13;
const LOWER = 2 ** 32;
const EARLIEST = Date.UTC(2000, 0, 1) - 2 ** 43 - 2 ** 38;
const UNKNOWN = 2 ** 45 - 1;

/** @param lastPlayed In milliseconds since 1970; NaN if unknown. */
export function packPlayed(games: number, lastPlayed: number): number {
  const since = Number.isNaN(lastPlayed) ? UNKNOWN : lastPlayed - EARLIEST;
  const upper = Math.floor(since / LOWER);
  bits.setUint32(0, games * 2 ** UPPER_BITS + upper);
  bits.setUint32(4, since - upper * LOWER);
  return bits.getFloat64(0);
}

export function gamesIn(played: number): number {
  bits.setFloat64(0, played);
  return bits.getUint32(0) >>> UPPER_BITS;
}

/** Returns milliseconds since 1970; NaN if unknown. */
export function lastPlayedIn(played: number): number {
  bits.setFloat64(0, played);
  const upper = bits.getUint32(0) & (2 ** UPPER_BITS - 1);
  const since = upper * LOWER + bits.getUint32(4);
  return since === UNKNOWN ? Number.NaN : since + EARLIEST;
}

/**
 * Whether a bracket has the numbers of release 0.1.0: mu, sigma, R, games, and the time of the last one. A direction is 0, or
 * larger than R can be.
 */
export function isOfFirstRelease(third: number): boolean {
  return third >= 2 && third <= 8;
}
