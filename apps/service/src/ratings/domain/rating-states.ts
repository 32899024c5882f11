import {
  type KeyedState,
  type PlayedSkill,
  playerId,
  type RatingState,
  type Ratings,
  ratingOf,
} from '@partner-rating/ratings';
import { grown, grownIntegers, type StepColumns } from './columns.ts';

/** Returns a skill for `readSkill` to write into. */
export function emptySkill(id: number): PlayedSkill {
  return { mu: 0, sigma: 0, id, direction: 0, partner: 0, open: 0, lastPlayed: null };
}

/** The number of a player, a board, or a rating that does not exist. */
export const NONE = -1;

const FIRST_ROOM = 16;

/**
 * Ratings by player, sport, and bracket. A fold holds every rating of a sport in memory, so they are rows of numeric columns.
 * The rows of a player are linked, in the order of their boards' names. Players and boards (a sport and a bracket) are
 * numbered as they are added.
 */
export class RatingStates implements Ratings {
  readonly #players = new Map<string, number>();
  readonly #memberIds: string[] = [];
  /** For each player, the id that the model uses (`playerId`). */
  #ids = new Float64Array(FIRST_ROOM);
  /** For each player, their first row; for each row, the next one of the same player. */
  #firstRow = new Int32Array(FIRST_ROOM);
  #nextRow = new Int32Array(FIRST_ROOM);

  readonly #boards: { sport: string; bracket: string }[] = [];
  readonly #boardsOf = new Map<string, Map<string, number>>();

  #rows = 0;
  #board = new Int32Array(FIRST_ROOM);
  #mu = new Float64Array(FIRST_ROOM);
  #sigma = new Float64Array(FIRST_ROOM);
  #direction = new Float64Array(FIRST_ROOM);
  #partner = new Float64Array(FIRST_ROOM);
  #open = new Float64Array(FIRST_ROOM);
  #games = new Int32Array(FIRST_ROOM);
  /** NaN if unknown. */
  #lastPlayed = new Float64Array(FIRST_ROOM);

  get(memberId: string, sport: string, bracket: string): RatingState | undefined {
    const player = this.player(memberId);
    const row = this.find(player, this.board(sport, bracket));
    return row === NONE ? undefined : this.#stateAt(player, row);
  }

  set(state: KeyedState): void {
    const board = this.addBoard(state.sport, state.bracket);
    this.put(this.addPlayer(state.memberId), board, state);
  }

  /** Returns all ratings of a player. */
  of(memberId: string): KeyedState[] {
    const player = this.player(memberId);
    return this.#boards.flatMap((board, index) => {
      const row = this.find(player, index);
      return row === NONE ? [] : [{ memberId, ...board, ...this.#stateAt(player, row) }];
    });
  }

  /** Returns all players who have a rating. */
  memberIds(): Set<string> {
    return new Set(this.#memberIds.filter((_, player) => this.firstOf(player) !== NONE));
  }

  /** Returns the number of a player, or `NONE`. */
  player(memberId: string): number {
    return this.#players.get(memberId) ?? NONE;
  }

  addPlayer(memberId: string): number {
    const known = this.#players.get(memberId);
    if (known !== undefined) return known;
    const player = this.#memberIds.length;
    this.#players.set(memberId, player);
    this.#memberIds.push(memberId);
    if (player === this.#firstRow.length) {
      this.#firstRow = grownIntegers(this.#firstRow);
      this.#ids = grown(this.#ids);
    }
    this.#firstRow[player] = NONE;
    this.#ids[player] = playerId(memberId);
    return player;
  }

  /** Returns the id that the model uses for a player (`playerId`). */
  idOf(player: number): number {
    return this.#ids[player] ?? 0;
  }

  memberIdOf(player: number): string {
    return this.#memberIds[player] ?? '';
  }

  /** Returns the member, sport, and bracket of a rating. */
  nameOf(player: number, board: number): { memberId: string; sport: string; bracket: string } {
    const { sport, bracket } = this.#boards[board] ?? { sport: '', bracket: '' };
    return { memberId: this.#memberIds[player] ?? '', sport, bracket };
  }

  /** Returns the number of a board, or `NONE`. */
  board(sport: string, bracket: string): number {
    return this.#boardsOf.get(sport)?.get(bracket) ?? NONE;
  }

  addBoard(sport: string, bracket: string): number {
    const known = this.board(sport, bracket);
    if (known !== NONE) return known;
    const ofSport = this.#boardsOf.get(sport) ?? new Map<string, number>();
    const board = this.#boards.push({ sport, bracket }) - 1;
    this.#boardsOf.set(sport, ofSport.set(bracket, board));
    return board;
  }

  /** Returns the row of a player's rating, or `NONE`. */
  find(player: number, board: number): number {
    let row = this.firstOf(player);
    while (row !== NONE && this.#board[row] !== board) row = this.nextOf(row);
    return row;
  }

  /** Returns the first row of a player, or `NONE`. */
  firstOf(player: number): number {
    return player === NONE ? NONE : (this.#firstRow[player] ?? NONE);
  }

  /** Returns the next row of the same player; `NONE` after the last. */
  nextOf(row: number): number {
    return this.#nextRow[row] ?? NONE;
  }

  boardAt(row: number): number {
    return this.#board[row] ?? NONE;
  }

  /** Stores a player's rating, and replaces an earlier one. */
  put(player: number, board: number, state: RatingState): void {
    const row = this.#rowFor(player, board);
    this.#mu[row] = state.mu;
    this.#sigma[row] = state.sigma;
    this.#direction[row] = state.direction;
    this.#partner[row] = state.partner;
    this.#open[row] = state.open;
    this.#games[row] = state.games;
    this.#lastPlayed[row] = state.lastPlayed ?? Number.NaN;
  }

  /** Stores the rating after a step. */
  putStep(steps: StepColumns, step: number): void {
    const row = this.#rowFor(steps.player[step] ?? NONE, steps.board[step] ?? NONE);
    this.#mu[row] = steps.mu[step] ?? 0;
    this.#sigma[row] = steps.sigma[step] ?? 0;
    this.#direction[row] = steps.direction[step] ?? 0;
    this.#partner[row] = steps.partner[step] ?? 0;
    this.#open[row] = steps.open[step] ?? 0;
    this.#games[row] = steps.games[step] ?? 0;
    this.#lastPlayed[row] = steps.lastPlayed[step] ?? 0;
  }

  /** Writes the skill of a row into an existing object. */
  readSkill(row: number, into: PlayedSkill): PlayedSkill {
    into.mu = this.#mu[row] ?? 0;
    into.sigma = this.#sigma[row] ?? 0;
    into.direction = this.directionAt(row);
    into.partner = this.partnerAt(row);
    into.open = this.openAt(row);
    const lastPlayed = this.#lastPlayed[row] ?? Number.NaN;
    into.lastPlayed = Number.isNaN(lastPlayed) ? null : lastPlayed;
    return into;
  }

  muAt(row: number): number {
    return this.#mu[row] ?? 0;
  }

  sigmaAt(row: number): number {
    return this.#sigma[row] ?? 0;
  }

  directionAt(row: number): number {
    return this.#direction[row] ?? 0;
  }

  partnerAt(row: number): number {
    return this.#partner[row] ?? 0;
  }

  openAt(row: number): number {
    return this.#open[row] ?? 0;
  }

  gamesAt(row: number): number {
    return this.#games[row] ?? 0;
  }

  /** Returns milliseconds since 1970; NaN if unknown. */
  lastPlayedAt(row: number): number {
    return this.#lastPlayed[row] ?? Number.NaN;
  }

  #stateAt(player: number, row: number): RatingState {
    const skill = this.readSkill(row, emptySkill(this.idOf(player)));
    return { ...skill, rating: ratingOf(skill.mu), games: this.gamesAt(row) };
  }

  #rowFor(player: number, board: number): number {
    const found = this.find(player, board);
    if (found !== NONE) return found;
    const row = this.#rows;
    if (row === this.#board.length) this.#makeRoom();
    this.#rows += 1;
    this.#board[row] = board;
    this.#link(player, row);
    return row;
  }

  #link(player: number, row: number): void {
    let previous = NONE;
    let next = this.firstOf(player);
    while (this.#isBefore(next, row)) {
      previous = next;
      next = this.nextOf(next);
    }
    this.#nextRow[row] = next;
    if (previous === NONE) this.#firstRow[player] = row;
    else this.#nextRow[previous] = row;
  }

  /** Compares the names of the boards. `NONE` is not before any row. */
  #isBefore(row: number, other: number): boolean {
    const own = this.#boards[this.boardAt(row)];
    const others = this.#boards[this.boardAt(other)];
    if (own === undefined || others === undefined) return false;
    if (own.sport !== others.sport) return own.sport < others.sport;
    return own.bracket < others.bracket;
  }

  #makeRoom(): void {
    this.#nextRow = grownIntegers(this.#nextRow);
    this.#board = grownIntegers(this.#board);
    this.#mu = grown(this.#mu);
    this.#sigma = grown(this.#sigma);
    this.#direction = grown(this.#direction);
    this.#partner = grown(this.#partner);
    this.#open = grown(this.#open);
    this.#games = grownIntegers(this.#games);
    this.#lastPlayed = grown(this.#lastPlayed);
  }
}
