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

/** A match whose bystanders have ratings in columns too. */
export interface MatchToFold extends MatchToRate {
  bystanders?: ReadonlyMap<string, RatingStates>;
}

/** Rates a match, which its steps are to name by that number, and goes on from there with the next. */
export type MatchFolder = (match: MatchToFold, number: number) => void;

/**
 * The same as `raterOver`, to the last bit, for many matches that nobody is shown: steps go to columns,
 * without an explanation, and rating a match makes hardly an object.
 */
export function folderOver(
  states: RatingStates,
  model: RatingModel,
  steps: StepColumns,
): MatchFolder {
  const kernel = newKernel();
  // By player of the match, team after team: where their ratings are, and their row in the
  // primary bracket, and whether the match moves them.
  const sources: RatingStates[] = [];
  const players = new Int32Array(MAX_PLAYERS);
  const primaryRows = new Int32Array(MAX_PLAYERS);
  const moves: boolean[] = [];
  const ids = new Float64Array(MAX_PLAYERS);
  const own = emptySkill(0);
  const primary = emptySkill(0);
  const known: StandingSkills = { id: 0, own, primary };

  /** Looks the players up, and returns how many there are; 0 where the match moves none of them. */
  function meet({ sport, teams, unrated, bystanders }: MatchToFold): number {
    let count = 0;
    let isAnyMoved = false;
    for (const team of teams) {
      for (const memberId of team) {
        const source = bystanders?.get(memberId) ?? states;
        const isMoved = !unrated.has(memberId);
        const player = isMoved ? source.addPlayer(memberId) : source.player(memberId);
        moves[count] = isMoved;
        isAnyMoved ||= isMoved;
        sources[count] = source;
        players[count] = player;
        ids[count] = player === NONE ? playerId(memberId) : source.idOf(player);
        primaryRows[count] = source.find(player, source.board(sport, PRIMARY_BRACKET));
        count += 1;
      }
    }
    kernel.teams = teams.length;
    kernel.size = teams[0]?.length ?? 0;
    return isAnyMoved ? count : 0;
  }

  function enter({ sport, matchDate }: MatchToRate, bracket: string, count: number): void {
    const at = matchDate.getTime();
    const discipline = { sport, teamSize: kernel.size };
    for (let entry = 0; entry < count; entry += 1) {
      const source = sources[entry] ?? states;
      const row = source.find(players[entry] ?? NONE, source.board(sport, bracket));
      const primaryRow = primaryRows[entry] ?? NONE;
      known.id = ids[entry] ?? 0;
      known.own = row === NONE ? undefined : source.readSkill(row, own);
      known.primary = primaryRow === NONE ? undefined : source.readSkill(primaryRow, primary);
      const skill = model.skillAt(known, discipline, at);
      enterKernel(kernel, entry, skill);
    }
  }

  function leave(match: MatchToRate, number: number, bracket: string, count: number): void {
    const at = match.matchDate.getTime();
    const board = states.addBoard(match.sport, bracket);
    for (let entry = 0; entry < count; entry += 1) {
      if (!moves[entry]) continue;
      const player = players[entry] ?? NONE;
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

  return (match, number) => {
    const count = meet(match);
    if (count === 0) return;
    const first = steps.length;
    for (const bracket of match.brackets) {
      enter(match, bracket, count);
      model.weigh(kernel, match);
      leave(match, number, bracket, count);
    }
    // Only now: a first match in a bracket starts from the primary rating before the match.
    for (let step = first; step < steps.length; step += 1) states.putStep(steps, step);
  };
}

/**
 * The matches, each with the ratings of its bystanders as they were just before it. They lie apart from
 * the states of a fold, where the same player may be at a later match already.
 * @param states Of the bystanders, in their order; null where one had no rating.
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
