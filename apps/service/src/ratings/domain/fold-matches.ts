import {
  countGames,
  enterKernel,
  MAX_PLAYERS,
  type MatchToRate,
  newKernel,
  PRIMARY_BRACKET,
  playerId,
  type RatingModel,
  type StandingSkills,
} from '@partner-rating/ratings';
import type { LedgerMatch } from '../store/ledger.ts';
import type { MemberPosition, StoredState } from '../store/player-states.ts';
import type { StepColumns } from './columns.ts';
import { emptySkill, NONE, RatingStates } from './rating-states.ts';
import { ratingsIn } from './state-columns.ts';

/** A match to rate, with the ratings of its bystanders: players that this match does not move. */
export interface MatchToFold extends MatchToRate {
  bystanders?: ReadonlyMap<string, RatingStates>;
}

/** Rates a match and updates the states. The rating steps name the match by the number. */
export type MatchFolder = (match: MatchToFold, number: number) => void;

/**
 * Rates many matches with the same bits as `raterOver`. It writes the steps to columns, without explanations, and creates
 * almost no objects.
 */
export function folderOver(
  states: RatingStates,
  model: RatingModel,
  steps: StepColumns,
): MatchFolder {
  const seats = new Seats(states, model, steps);
  return (match, number) => {
    const count = seats.meet(match);
    if (count === 0) return;
    const first = steps.length;
    for (const bracket of match.brackets) {
      seats.enter(match, bracket, count);
      model.weigh(seats.kernel, match);
      seats.leave(match, number, bracket, count);
    }
    // After all brackets, because a first match in a bracket starts from the primary rating before the match.
    for (let step = first; step < steps.length; step += 1) states.putStep(steps, step);
  };
}

/** The players of the match that is being rated, team after team. */
class Seats {
  readonly kernel = newKernel();
  readonly #states: RatingStates;
  readonly #model: RatingModel;
  readonly #steps: StepColumns;
  /** For each player: where their ratings are, their row in the primary bracket, and whether the match moves their rating. */
  readonly #sources: RatingStates[] = [];
  readonly #players = new Int32Array(MAX_PLAYERS);
  readonly #primaryRows = new Int32Array(MAX_PLAYERS);
  readonly #moves: boolean[] = [];
  readonly #ids = new Float64Array(MAX_PLAYERS);
  readonly #own = emptySkill(0);
  readonly #primary = emptySkill(0);
  readonly #known: StandingSkills = { id: 0, own: this.#own, primary: this.#primary };

  constructor(states: RatingStates, model: RatingModel, steps: StepColumns) {
    this.#states = states;
    this.#model = model;
    this.#steps = steps;
  }

  /** Looks up the players, and returns how many there are; 0 if the match moves none of them. */
  meet({ sport, teams, unrated, bystanders }: MatchToFold): number {
    let count = 0;
    let isAnyMoved = false;
    for (const team of teams) {
      for (const memberId of team) {
        const source = bystanders?.get(memberId) ?? this.#states;
        const isMoved = !unrated.has(memberId);
        const player = isMoved ? source.addPlayer(memberId) : source.player(memberId);
        this.#moves[count] = isMoved;
        isAnyMoved ||= isMoved;
        this.#sources[count] = source;
        this.#players[count] = player;
        this.#ids[count] = player === NONE ? playerId(memberId) : source.idOf(player);
        this.#primaryRows[count] = source.find(player, source.board(sport, PRIMARY_BRACKET));
        count += 1;
      }
    }
    this.kernel.teams = teams.length;
    this.kernel.size = teams[0]?.length ?? 0;
    return isAnyMoved ? count : 0;
  }

  /** Enters the skills of the players in a bracket into the kernel. */
  enter({ sport, matchDate }: MatchToRate, bracket: string, count: number): void {
    const at = matchDate.getTime();
    const discipline = { sport, teamSize: this.kernel.size };
    const known = this.#known;
    for (let entry = 0; entry < count; entry += 1) {
      const source = this.#sources[entry] ?? this.#states;
      const row = source.find(this.#players[entry] ?? NONE, source.board(sport, bracket));
      const primaryRow = this.#primaryRows[entry] ?? NONE;
      known.id = this.#ids[entry] ?? 0;
      known.own = row === NONE ? undefined : source.readSkill(row, this.#own);
      known.primary = primaryRow === NONE ? undefined : source.readSkill(primaryRow, this.#primary);
      enterKernel(this.kernel, entry, this.#model.skillAt(known, discipline, at));
    }
  }

  /** Adds a step for each player that the match moves. */
  leave(match: MatchToRate, number: number, bracket: string, count: number): void {
    const at = match.matchDate.getTime();
    const [states, steps, kernel] = [this.#states, this.#steps, this.kernel];
    const board = states.addBoard(match.sport, bracket);
    for (let entry = 0; entry < count; entry += 1) {
      if (!this.#moves[entry]) continue;
      const player = this.#players[entry] ?? NONE;
      const row = states.find(player, board);
      const isFirst = row === NONE;
      const before = isFirst ? Number.NaN : states.lastPlayedAt(row);
      const step = steps.add();
      steps.match[step] = number;
      steps.player[step] = player;
      steps.board[step] = board;
      steps.mu[step] = kernel.mu[entry] ?? 0;
      steps.sigma[step] = kernel.sigma[entry] ?? 0;
      steps.direction[step] = kernel.direction[entry] ?? 0;
      steps.partner[step] = kernel.partner[entry] ?? 0;
      steps.open[step] = kernel.open[entry] ?? 0;
      steps.games[step] = countGames(isFirst ? 0 : states.gamesAt(row), match.games.length);
      steps.lastPlayed[step] = Number.isNaN(before) ? at : Math.max(before, at);
    }
  }
}

/**
 * Returns the matches with the ratings of their bystanders just before each match. These are separate from the states of the
 * fold, which may have a later state of the same player.
 * @param states The states of the bystanders, in their order; null if one had no rating.
 */
export function withBystanders(
  matches: readonly LedgerMatch[],
  bystanders: readonly MemberPosition[],
  states: readonly (StoredState | null)[],
): (LedgerMatch & { bystanders?: ReadonlyMap<string, RatingStates> })[] {
  if (bystanders.length === 0) return [...matches];
  const atMatch = Map.groupBy(bystanders.keys(), (index) => bystanders[index]?.arrival);
  return matches.map((match) => {
    const ofMatch = atMatch.get(match.arrival);
    if (ofMatch === undefined) return match;
    return {
      ...match,
      bystanders: new Map(
        ofMatch.map((index) => {
          const own = new RatingStates();
          const state = states[index];
          if (state) for (const rating of ratingsIn(state)) own.set(rating);
          return [bystanders[index]?.memberId ?? '', own];
        }),
      ),
    };
  });
}
