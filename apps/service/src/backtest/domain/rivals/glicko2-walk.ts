import type { PlayedMatch } from '../match-log.ts';
import { scoresOf } from '../results.ts';
import { walkMatches } from '../walk.ts';
import {
  expectedScore,
  GLICKO_START,
  type GlickoGame,
  type GlickoPlayer,
  idle,
  ratePeriod,
} from './glicko2.ts';
import type { Candidate, RivalWalk } from './rival.ts';

const DAY = 86_400_000;
const PERIODS = [
  ['a day', DAY],
  ['a week', 7 * DAY],
] as const;
const TAUS = [0.3, 0.6, 1.2];

/** Glicko-2 over its rating period and tau; a team is the mean of its players. */
export const walkGlicko2: RivalWalk = (walk, results) => {
  const systems = PERIODS.flatMap(([name, length]) =>
    TAUS.map((tau) => ({
      settings: `period ${name}, tau ${tau}`,
      table: new GlickoTable(walk.log.players, length, tau),
      predictions: new Float64Array(results.count),
    })),
  );
  walkMatches(walk, (match, rank) => {
    const first = results.firstOf[rank] ?? -1;
    const games = scoresOf(match, results.unit);
    for (const { table, predictions } of systems) {
      table.enter(match.playedAt);
      if (first !== -1) predictions.fill(table.predict(match), first, first + games.length);
      for (const scores of games) table.add(match, scores);
    }
  });
  return systems.map(
    ({ settings, predictions }): Candidate => ({
      settings,
      at: (result) => predictions[result] ?? 0.5,
    }),
  );
};

interface Standing extends GlickoPlayer {
  /** The last period with a game. */
  period: number;
}

/** Ratings as they stood at the beginning of the period, and the games of it. */
class GlickoTable {
  readonly #standings: (Standing | undefined)[];
  readonly #games = new Map<number, GlickoGame[]>();
  readonly #length: number;
  readonly #tau: number;
  #period = 0;

  constructor(players: number, length: number, tau: number) {
    this.#standings = new Array<Standing | undefined>(players).fill(undefined);
    this.#length = length;
    this.#tau = tau;
  }

  /** Begins the period of a moment, and rates the one before it. */
  enter(moment: number): void {
    const period = Math.floor(moment / this.#length);
    if (period === this.#period) return;
    for (const [player, games] of this.#games) {
      const rated = ratePeriod(this.#before(player), games, this.#tau);
      this.#standings[player] = { ...rated, period: this.#period };
    }
    this.#games.clear();
    this.#period = period;
  }

  predict({ teams }: PlayedMatch): number {
    const [one = GLICKO_START, other = GLICKO_START] = teams.map((team) => this.#teamOf(team));
    return expectedScore(one.mu - other.mu, Math.hypot(one.phi, other.phi));
  }

  add({ teams }: PlayedMatch, scores: readonly number[]): void {
    const sides = teams.map((team) => ({ team, ...this.#teamOf(team) }));
    for (const [index, { team, mu: own }] of sides.entries()) {
      for (const [other, opponent] of sides.entries()) {
        if (other === index) continue;
        const score = (1 + Math.sign((scores[index] ?? 0) - (scores[other] ?? 0))) / 2;
        const game = { own, opponent: opponent.mu, opponentPhi: opponent.phi, score };
        for (const player of team) this.#gamesOf(player).push(game);
      }
    }
  }

  #gamesOf(player: number): GlickoGame[] {
    const games = this.#games.get(player) ?? [];
    this.#games.set(player, games);
    return games;
  }

  #teamOf(team: readonly number[]): { mu: number; phi: number } {
    let mu = 0;
    let variance = 0;
    for (const player of team) {
      const before = this.#before(player);
      mu += before.mu;
      variance += before.phi ** 2;
    }
    return { mu: mu / team.length, phi: Math.sqrt(variance) / team.length };
  }

  /** A player as they enter the period: of periods since their last game each adds doubt. */
  #before(player: number): GlickoPlayer {
    const standing = this.#standings[player];
    if (standing === undefined) return GLICKO_START;
    const { mu, volatility, period } = standing;
    return { mu, volatility, phi: idle(standing, this.#period - period - 1) };
  }
}
