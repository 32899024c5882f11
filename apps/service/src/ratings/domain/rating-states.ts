import type { Skill } from './scale.ts';

/** A skill, and when it was last shown. */
export interface PlayedSkill extends Skill {
  /** In milliseconds since 1970; null where it is not known, in ratings of an earlier model. */
  lastPlayed: number | null;
}

/** One rating at one moment of the fold. */
export interface RatingState extends PlayedSkill {
  rating: number;
  games: number;
}

export interface KeyedState extends RatingState {
  memberId: string;
  sport: string;
  bracket: string;
}

/**
 * Ratings by player, sport and bracket. A fold over a whole sport holds every rating of it, so they
 * lie here as sparingly as they can.
 */
export class RatingStates {
  // By board (sport and bracket) and member: a key for each rating would weigh more than the rating.
  readonly #boards = new Map<string, { sport: string; bracket: string; states: Board }>();

  get(memberId: string, sport: string, bracket: string): RatingState | undefined {
    return this.#boards.get(`${sport} ${bracket}`)?.states.get(memberId);
  }

  set({ memberId, sport, bracket, mu, sigma, rating, games, lastPlayed }: KeyedState): void {
    const key = `${sport} ${bracket}`;
    const board = this.#boards.get(key) ?? { sport, bracket, states: new Map() };
    this.#boards.set(key, board);
    board.states.set(memberId, { mu, sigma, rating, games, lastPlayed });
  }

  /** The ratings of a player, of every sport. */
  of(memberId: string): KeyedState[] {
    return [...this.#boards.values()].flatMap(({ sport, bracket, states }) => {
      const state = states.get(memberId);
      return state === undefined ? [] : [{ memberId, sport, bracket, ...state }];
    });
  }

  /** Everybody who has a rating. */
  memberIds(): Set<string> {
    const members = new Set<string>();
    for (const { states } of this.#boards.values()) {
      for (const memberId of states.keys()) members.add(memberId);
    }
    return members;
  }
}

type Board = Map<string, RatingState>;
