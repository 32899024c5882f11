import { type Kernel, MAX_PLAYERS } from './kernel.ts';

// Estimates the unknown difference in level between groups of players who rarely meet, such as clubs. Each player has a direction:
// players who meet often have similar directions, and a distance between two directions means an unknown difference.
//
// A direction is a unit vector of six dimensions. A coordinate is one of 255 integers, and six of them are packed into an integer of
// 48 bits, which fits a double. Sums of integers do not depend on their order.
const DIMENSIONS = 6;
const STEPS = 127;
const ZERO = 128;
const BITS = 8;
const HALF = 2 ** (3 * BITS);

// By player of one match: integers from -127 to 127.
const coordinates = new Int32Array(MAX_PLAYERS * DIMENSIONS);

/** By dimension: the sum of the first team minus that of the second one; and the largest absolute value of these. */
const apart = new Int32Array(DIMENSIONS);
let furthest = 0;

const vector = new Float64Array(DIMENSIONS);

/** By player: the product of their direction with `apart`, in steps. */
const along = new Float64Array(MAX_PLAYERS);

/**
 * Reads the directions of two teams, and writes for each player how much of the distance between the teams is in their own
 * direction. Both are in units of a direction's length.
 * @returns the square of the distance.
 */
export function measureGroups({ direction, id, size }: Kernel, shares: Float64Array): number {
  const players = 2 * size;
  readDirections(direction, id, players);
  let square = 0;
  furthest = 0;
  for (let dimension = 0; dimension < DIMENSIONS; dimension += 1) {
    let sum = 0;
    for (let player = 0; player < players; player += 1) {
      const own = coordinates[player * DIMENSIONS + dimension] ?? 0;
      sum += player < size ? own : -own;
    }
    apart[dimension] = sum;
    square += sum * sum;
    furthest = Math.max(furthest, Math.abs(sum));
  }
  for (let player = 0; player < players; player += 1) {
    let sum = 0;
    if (square !== 0) {
      for (let dimension = 0; dimension < DIMENSIONS; dimension += 1) {
        sum += (coordinates[player * DIMENSIONS + dimension] ?? 0) * (apart[dimension] ?? 0);
      }
    }
    along[player] = sum;
    shares[player] = (player < size ? sum : -sum) / (STEPS * STEPS);
  }
  return square / (STEPS * STEPS);
}

// A smaller movement is mostly lost when a coordinate is rounded.
const MIN_MOVE = 0.25;

/**
 * Moves the directions of both teams towards each other, after `measureGroups` of the same match, and stores them.
 * @param gain How much of the unknown distance the match removed.
 */
export function joinGroups({ direction, size }: Kernel, gain: number): void {
  for (let player = 0; player < 2 * size; player += 1) {
    const first = player * DIMENSIONS;
    const step = (gain * (along[player] ?? 0)) / (STEPS * STEPS);
    if (Math.abs(step) * furthest < MIN_MOVE) continue;
    for (let dimension = 0; dimension < DIMENSIONS; dimension += 1) {
      vector[dimension] = (coordinates[first + dimension] ?? 0) - step * (apart[dimension] ?? 0);
    }
    direction[player] = packUnit();
  }
}

/**
 * Makes newcomers join the group of the other players: newcomers take the direction of the others, or the mean of several
 * directions. If all players are newcomers, their identifiers create a direction.
 */
function readDirections(direction: Float64Array, id: Float64Array, players: number): void {
  let newcomers = 0;
  let group = 0;
  let isOneGroup = true;
  for (let player = 0; player < players; player += 1) {
    const own = direction[player] ?? 0;
    if (own === 0) {
      newcomers += 1;
      continue;
    }
    if (group === 0) group = own;
    else if (own !== group) isOneGroup = false;
    unpack(player * DIMENSIONS, own);
  }
  if (newcomers === 0) return;
  if (group === 0 || !isOneGroup) group = joinedGroup(direction, id, players);
  for (let player = 0; player < players; player += 1) {
    if (direction[player] !== 0) continue;
    direction[player] = group;
    unpack(player * DIMENSIONS, group);
  }
}

function joinedGroup(direction: Float64Array, id: Float64Array, players: number): number {
  vector.fill(0);
  for (let player = 0; player < players; player += 1) {
    if (direction[player] === 0) continue;
    for (let dimension = 0; dimension < DIMENSIONS; dimension += 1) {
      const own = coordinates[player * DIMENSIONS + dimension] ?? 0;
      vector[dimension] = (vector[dimension] ?? 0) + own;
    }
  }
  if (vector.every((sum) => sum === 0)) addHashes(id, players);
  return packUnit();
}

function addHashes(id: Float64Array, players: number): void {
  for (let player = 0; player < players; player += 1) {
    for (let dimension = 0; dimension < DIMENSIONS; dimension += 1) {
      vector[dimension] = (vector[dimension] ?? 0) + hashed(id[player] ?? 0, dimension);
    }
  }
}

/** Returns a nearly normally distributed number: the sum of four uniform integers (mulberry32), minus its mean. */
function hashed(id: number, dimension: number): number {
  let state = (id ^ Math.imul(dimension + 1, 0x9e3779b1)) | 0;
  let sum = -(2 ** 33);
  for (let count = 0; count < 4; count += 1) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    sum += (mixed ^ (mixed >>> 14)) >>> 0;
  }
  return sum;
}

/** Packs `vector`, normalized to a length of one. */
function packUnit(): number {
  let square = 0;
  for (let dimension = 0; dimension < DIMENSIONS; dimension += 1) {
    square += (vector[dimension] ?? 0) ** 2;
  }
  const scale = square === 0 ? 0 : STEPS / Math.sqrt(square);
  return packHalf(0, scale) + HALF * packHalf(3, scale);
}

function packHalf(first: number, scale: number): number {
  const lower = digit(scale * (vector[first] ?? 0));
  const middle = digit(scale * (vector[first + 1] ?? 0));
  const upper = digit(scale * (vector[first + 2] ?? 0));
  return lower | (middle << BITS) | (upper << (2 * BITS));
}

/** Rounds as `Math.round` does, in a fraction of the time. */
function digit(coordinate: number): number {
  return (coordinate + ZERO + 0.5) | 0;
}

function unpack(first: number, packed: number): void {
  const upper = Math.floor(packed / HALF);
  unpackHalf(first, packed - upper * HALF);
  unpackHalf(first + 3, upper);
}

function unpackHalf(first: number, half: number): void {
  coordinates[first] = (half & 255) - ZERO;
  coordinates[first + 1] = ((half >> BITS) & 255) - ZERO;
  coordinates[first + 2] = (half >> (2 * BITS)) - ZERO;
}
