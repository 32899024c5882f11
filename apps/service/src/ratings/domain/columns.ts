// A larger factor wastes memory, and a smaller one copies more often.
const GROWTH = 1.125;

/** Returns the same numbers with room for more. The old array can no longer be used. */
export function grown(column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const room = Math.ceil(GROWTH * column.length);
  return new Float64Array(column.buffer.transfer(room * column.BYTES_PER_ELEMENT));
}

export function grownIntegers(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const room = Math.ceil(GROWTH * column.length);
  return new Int32Array(column.buffer.transfer(room * column.BYTES_PER_ELEMENT));
}

const FIRST_ROOM = 256;

/**
 * The rating steps of a fold, by number, in numeric columns. A fold rates many matches in the order of play. After `clear`,
 * the columns are used again.
 */
export class StepColumns {
  length = 0;
  /** The caller's number of the match, and the numbers of the player and the board in the states. */
  match = new Int32Array(FIRST_ROOM);
  player = new Int32Array(FIRST_ROOM);
  board = new Int32Array(FIRST_ROOM);
  mu = new Float64Array(FIRST_ROOM);
  sigma = new Float64Array(FIRST_ROOM);
  direction = new Float64Array(FIRST_ROOM);
  partner = new Float64Array(FIRST_ROOM);
  open = new Float64Array(FIRST_ROOM);
  /** The number of games that the rating depends on, including those of the match. */
  games = new Int32Array(FIRST_ROOM);
  /** In milliseconds since 1970. */
  lastPlayed = new Float64Array(FIRST_ROOM);

  clear(): void {
    this.length = 0;
  }

  /** Adds a step, and returns its number. */
  add(): number {
    if (this.length === this.match.length) this.#makeRoom();
    this.length += 1;
    return this.length - 1;
  }

  #makeRoom(): void {
    this.match = grownIntegers(this.match);
    this.player = grownIntegers(this.player);
    this.board = grownIntegers(this.board);
    this.mu = grown(this.mu);
    this.sigma = grown(this.sigma);
    this.direction = grown(this.direction);
    this.partner = grown(this.partner);
    this.open = grown(this.open);
    this.games = grownIntegers(this.games);
    this.lastPlayed = grown(this.lastPlayed);
  }
}
