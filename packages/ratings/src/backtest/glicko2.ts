import type { PlayedMatch } from './match-log.ts';
import { scoresOf } from './results.ts';
import type { Candidate, RivalWalk } from './rivals.ts';
import { walkMatches } from './walk.ts';

/** A player on the scale of Glicko-2: strength, deviation, and volatility. */
interface GlickoPlayer {
  mu: number;
  phi: number;
  volatility: number;
}

/** One game of a rating period, as the player sees it. */
interface GlickoGame {
  /** The strength of the player, or the mean of their team. */
  own: number;
  opponent: number;
  opponentPhi: number;
  /** 1 a win, 0.5 a draw, 0 a loss. */
  score: number;
}

/** The number of shown points in one point of Glicko-2's own scale. */
export const POINTS = 173.7178;

export const GLICKO_START: Readonly<GlickoPlayer> = { mu: 0, phi: 350 / POINTS, volatility: 0.06 };

const TOLERANCE = 1e-6;

function shrink(phi: number): number {
  return 1 / Math.sqrt(1 + (3 * phi ** 2) / Math.PI ** 2);
}

export function expectedScore(difference: number, phi: number): number {
  return 1 / (1 + Math.exp(-shrink(phi) * difference));
}

/** Returns the deviation of a player after periods without a game, at most that of a new player. */
export function idle({ phi, volatility }: GlickoPlayer, periods: number): number {
  return Math.min(GLICKO_START.phi, Math.sqrt(phi ** 2 + periods * volatility ** 2));
}

/** Steps 3 to 8 of Glickman's "Example of the Glicko-2 system": one rating period with games. */
export function ratePeriod(
  player: GlickoPlayer,
  games: readonly GlickoGame[],
  tau: number,
): GlickoPlayer {
  let information = 0;
  let surprise = 0;
  for (const { own, opponent, opponentPhi, score } of games) {
    const weight = shrink(opponentPhi);
    const expected = expectedScore(own - opponent, opponentPhi);
    information += weight ** 2 * expected * (1 - expected);
    surprise += weight * (score - expected);
  }
  const variance = 1 / information;
  const volatility = newVolatility(player, variance * surprise, variance, tau);
  const drifted = Math.min(GLICKO_START.phi ** 2, player.phi ** 2 + volatility ** 2);
  const phi = 1 / Math.sqrt(1 / drifted + information);
  return { mu: player.mu + phi ** 2 * surprise, phi, volatility };
}

/** Step 5: finds the root of f by the Illinois algorithm. */
function newVolatility(
  { phi, volatility }: GlickoPlayer,
  delta: number,
  variance: number,
  tau: number,
): number {
  const start = Math.log(volatility ** 2);
  const f = (x: number) => {
    const exponential = Math.exp(x);
    const total = phi ** 2 + variance + exponential;
    return (exponential * (delta ** 2 - total)) / (2 * total ** 2) - (x - start) / tau ** 2;
  };
  let low = start;
  // From another start, the search finds the same root after more steps.
  // Stryker disable next-line MethodExpression,ArithmeticOperator: another beginning.
  let high = Math.log(Math.max(delta ** 2 - phi ** 2 - variance, Number.MIN_VALUE));
  // Stryker disable next-line ConditionalExpression,EqualityOperator,ArithmeticOperator,BlockStatement: another beginning.
  if (delta ** 2 <= phi ** 2 + variance) {
    let below = 1;
    // Stryker disable next-line ConditionalExpression,EqualityOperator,ArithmeticOperator: another beginning.
    while (f(start - below * tau) < 0) below += 1;
    // Stryker disable next-line ArithmeticOperator: another beginning.
    high = start - below * tau;
  }
  let atLow = f(low);
  let atHigh = f(high);
  // Stryker disable next-line EqualityOperator: a width of exactly the tolerance does not occur.
  while (Math.abs(high - low) > TOLERANCE) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = f(middle);
    // Stryker disable next-line EqualityOperator,ArithmeticOperator,ConditionalExpression: the same root, after more steps.
    if (atMiddle * atHigh <= 0) {
      low = high;
      atLow = atHigh;
    } else {
      atLow /= 2;
    }
    high = middle;
    atHigh = atMiddle;
  }
  return Math.exp(low / 2);
}

const DAY = 86_400_000;

const PERIODS = [
  ['a day', DAY],
  ['a week', 7 * DAY],
] as const;

const TAUS = [0.3, 0.6, 1.2];

/** Returns the walks of Glicko-2 over its rating periods and values of tau. A team is the mean of its players. */
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

/** The ratings at the beginning of a period, and the games in it. */
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

  /** Begins the period of a time, and rates the period before it. */
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

  /** Returns a player at the beginning of the period. Each period since their last game adds uncertainty. */
  #before(player: number): GlickoPlayer {
    const standing = this.#standings[player];
    if (standing === undefined) return GLICKO_START;
    const { mu, volatility, period } = standing;
    return { mu, volatility, phi: idle(standing, this.#period - period - 1) };
  }
}
