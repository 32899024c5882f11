import type { KeyedState, RatingState } from '@partner-rating/ratings';

/** Ratings as plain objects in maps. `RatingStates` must return the same bits. */
export class MappedStates {
  readonly #boards = new Map<
    string,
    { sport: string; bracket: string; states: Map<string, RatingState> }
  >();

  get(memberId: string, sport: string, bracket: string): RatingState | undefined {
    return this.#boards.get(`${sport} ${bracket}`)?.states.get(memberId);
  }

  set({ memberId, sport, bracket, ...state }: KeyedState): void {
    const key = `${sport} ${bracket}`;
    const board = this.#boards.get(key) ?? { sport, bracket, states: new Map() };
    this.#boards.set(key, board);
    const { mu, sigma, id, direction, partner, open, rating, games, lastPlayed } = state;
    const skill = { mu, sigma, id, direction, partner, open };
    board.states.set(memberId, { ...skill, rating, games, lastPlayed });
  }

  of(memberId: string): KeyedState[] {
    return [...this.#boards.values()].flatMap(({ sport, bracket, states }) => {
      const state = states.get(memberId);
      return state === undefined ? [] : [{ memberId, sport, bracket, ...state }];
    });
  }

  memberIds(): Set<string> {
    return new Set([...this.#boards.values()].flatMap(({ states }) => [...states.keys()]));
  }
}
