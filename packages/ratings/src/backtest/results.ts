import { countWins } from '../model/game-formats.ts';
import type { MatchLog, PlayedMatch } from './match-log.ts';

/** The thing to predict: who wins a game, or who wins more games of a match. */
export type Unit = 'game' | 'match';

/** The true probabilities of the first team, by the number of the match in the log: for each game, and for the match. */
export type TrueChances = Record<Unit, Float64Array>;

/** Which matches count in a backtest. */
export interface Counted {
  /** Earlier matches are rated but do not count. In milliseconds since 1970. */
  from: number;
  /** The games that each player must have had before a match, for the match to count. */
  minGames: number;
}

/** The results to predict, in played order. */
export interface Results {
  unit: Unit;
  count: number;
  /** The number of the first result of a match (by its rank in played order), or -1 if it has none. */
  firstOf: Int32Array;
  /** The rank in played order of the match of each result. */
  matchOf: Uint32Array;
  /** 1 if the first team won, 0 if the second did, 0.5 if they were level. */
  outcome: Float64Array;
  /** The number of the sport in the log. */
  sport: Uint16Array;
  /** The rated games of the least experienced player before the match. */
  experience: Uint32Array;
  /** 1 if a player came back after 90 days. */
  isBack: Uint8Array;
}

const ABSENCE_MILLISECONDS = 90 * 86_400_000;

/** Walks the log once, and finds the results to predict and their players. */
export function resultsOf(
  log: MatchLog,
  order: Uint32Array,
  { from, minGames }: Counted,
): Record<Unit, Results> {
  const history = new PlayerHistory(log.players);
  const games = emptyResults('game', order.length, log.games);
  const matches = emptyResults('match', order.length, log.matches);
  for (const [rank, index] of order.entries()) {
    const match = log.at(index);
    const sport = log.sports.indexOf(match.sport);
    const context = { rank, sport, ...history.before(match) };
    if (match.teams.length === 2 && match.playedAt >= from && context.experience >= minGames) {
      for (const { scores } of match.games) append(games, context, outcomeOf(scores));
      const won = gamesWon(match.games);
      const isDecided = match.isFinished && bestOfIn(match.games) !== null;
      if (match.games.length > 1 && isDecided) append(matches, context, outcomeOf(won));
    }
    history.add(match);
  }
  return { game: games, match: matches };
}

/** Returns the scores of a match for a rating system: of each game if it rates games, or the games won if it rates matches. */
export function scoresOf(match: PlayedMatch, unit: Unit): readonly (readonly number[])[] {
  return unit === 'game' ? match.games.map(({ scores }) => scores) : [gamesWon(match.games)];
}

/** Returns the true probabilities by the numbers of the results. */
export function truthOf(results: Results, order: Uint32Array, truth: TrueChances): Float64Array {
  return Float64Array.from(
    { length: results.count },
    (_, result) => truth[results.unit][order[results.matchOf[result] ?? 0] ?? 0] ?? 0.5,
  );
}

interface Context {
  rank: number;
  sport: number;
  experience: number;
  isBack: boolean;
}

class PlayerHistory {
  readonly #games: Uint32Array;
  readonly #lastPlayed: Float64Array;

  constructor(players: number) {
    this.#games = new Uint32Array(players);
    this.#lastPlayed = new Float64Array(players).fill(Number.POSITIVE_INFINITY);
  }

  before({ teams, playedAt }: PlayedMatch): { experience: number; isBack: boolean } {
    let experience = Number.POSITIVE_INFINITY;
    let isBack = false;
    for (const player of teams.flat()) {
      experience = Math.min(experience, this.#games[player] ?? 0);
      const absence = playedAt - (this.#lastPlayed[player] ?? Number.POSITIVE_INFINITY);
      if (absence >= ABSENCE_MILLISECONDS) isBack = true;
    }
    return { experience, isBack };
  }

  add({ teams, games, playedAt }: PlayedMatch): void {
    for (const player of teams.flat()) {
      this.#games[player] = (this.#games[player] ?? 0) + games.length;
      this.#lastPlayed[player] = playedAt;
    }
  }
}

function emptyResults(unit: Unit, matches: number, max: number): Results {
  return {
    unit,
    count: 0,
    firstOf: new Int32Array(matches).fill(-1),
    matchOf: new Uint32Array(max),
    outcome: new Float64Array(max),
    sport: new Uint16Array(max),
    experience: new Uint32Array(max),
    isBack: new Uint8Array(max),
  };
}

function append(results: Results, context: Context, outcome: number): void {
  const { count, firstOf } = results;
  if (firstOf[context.rank] === -1) firstOf[context.rank] = count;
  results.matchOf[count] = context.rank;
  results.outcome[count] = outcome;
  results.sport[count] = context.sport;
  results.experience[count] = context.experience;
  results.isBack[count] = context.isBack ? 1 : 0;
  results.count += 1;
}

function outcomeOf([first = 0, second = 0]: readonly number[]): number {
  if (first === second) return 0.5;
  return first > second ? 1 : 0;
}

/**
 * Returns the most games that a match of two teams could have, as far as its games show: the winner needed as many wins as it had,
 * without level games. Returns null if no team won more games than the other.
 */
export function bestOfIn(games: readonly { scores: readonly number[] }[]): number | null {
  const wins: number[] = [];
  countWins(games, wins, 2);
  const [first = 0, second = 0] = wins;
  return first === second ? null : 2 * Math.max(first, second) - 1;
}

/** Returns the games that each team won. A level game counts half for each leading team. */
export function gamesWon(games: readonly { scores: readonly number[] }[]): number[] {
  const won = new Array<number>(games[0]?.scores.length ?? 0).fill(0);
  for (const { scores } of games) {
    const highest = Math.max(...scores);
    const leaders = scores.filter((score) => score === highest).length;
    for (const [team, score] of scores.entries()) {
      if (score === highest) won[team] = (won[team] ?? 0) + 1 / leaders;
    }
  }
  return won;
}
