// The rating code of the project's first version, unchanged, for comparison.

/** What the model knows about a player. */
export interface Skill {
  mu: number;
  sigma: number;
}

// OpenSkill's constants: the randomness of a game, the drift of a skill between two games, and the
// smallest share of the uncertainty that remains after a game.
const BETA_SQUARED = (25 / 6) ** 2;
const TAU_SQUARED = (25 / 300) ** 2;
const KAPPA = 1e-4;

/** A team in a game: sums over its players, and the values that the model derives. */
interface Contender {
  /** Its rank, in the order of the input. */
  position: number;
  players: readonly Skill[];
  score: number;
  mu: number;
  sigmaSquared: number;
  /** The number of teams with a better result. */
  rank: number;
  power: number;
  /** The summed power of this team and all teams with the same or a worse result. */
  powerBelow: number;
  /** The number of teams with this rank, including this team. */
  level: number;
}

/**
 * Rates one game with the Plackett-Luce model of Weng and Lin (2011) and OpenSkill's margins. A win
 * counts more by the logarithm of its lead above `margin`, up to `maxLead`. A game never makes the
 * model less certain about a player. The results equal OpenSkill's bit for bit. The code is written
 * out here, because it takes most of the time of a batch.
 */
export function rateGame(
  teams: readonly (readonly Skill[])[],
  scores: readonly number[],
  margin: number,
  maxLead = Number.POSITIVE_INFINITY,
): Skill[][] {
  const contenders = contendersOf(teams, scores);
  let variance = 0;
  for (const { sigmaSquared } of contenders) variance += sigmaSquared + BETA_SQUARED;
  const c = Math.sqrt(variance);
  for (const contender of contenders) contender.power = Math.exp(contender.mu / c);
  for (const contender of contenders) compare(contender, contenders);

  const rated: Skill[][] = teams.map(() => []);
  for (const contender of contenders) {
    const { omega, delta } = surprise(contender, contenders);
    const { sigmaSquared } = contender;
    const teamOmega = omega * (sigmaSquared / c);
    const teamDelta = delta * (sigmaSquared / (c * c)) * (Math.sqrt(sigmaSquared) / c);
    const factor = marginFactor(contender, scores, { margin, maxLead });
    rated[contender.position] = contender.players.map((player) => {
      const sigma = drifted(player.sigma);
      const share = (sigma * sigma) / sigmaSquared;
      const mu = player.mu + share * teamOmega;
      const remaining = sigma * Math.sqrt(Math.max(1 - share * teamDelta, KAPPA));
      return {
        mu: player.mu + factor * (mu - player.mu),
        sigma: Math.min(remaining, player.sigma),
      };
    });
  }
  return rated;
}

/** The teams from the winner to the last. */
function contendersOf(
  teams: readonly (readonly Skill[])[],
  scores: readonly number[],
): Contender[] {
  const contenders = teams.map((players, position) => {
    let mu = 0;
    let sigmaSquared = 0;
    for (const player of players) {
      const sigma = drifted(player.sigma);
      mu += player.mu;
      sigmaSquared += sigma * sigma;
    }
    const score = scores[position] ?? 0;
    return {
      position,
      players,
      score,
      mu,
      sigmaSquared,
      rank: 0,
      power: 0,
      powerBelow: 0,
      level: 0,
    };
  });
  contenders.sort((one, other) => other.score - one.score);
  let above: Contender | undefined;
  for (const [rank, contender] of contenders.entries()) {
    contender.rank = above !== undefined && above.score === contender.score ? above.rank : rank;
    above = contender;
  }
  return contenders;
}

function compare(contender: Contender, contenders: readonly Contender[]): void {
  for (const { rank, power } of contenders) {
    if (rank >= contender.rank) contender.powerBelow += power;
    if (rank === contender.rank) contender.level += 1;
  }
}

/** How far the result differs from the expected one, and how informative it is. */
function surprise(
  contender: Contender,
  contenders: readonly Contender[],
): { omega: number; delta: number } {
  let omega = 0;
  let delta = 0;
  for (const other of contenders) {
    if (other.rank > contender.rank) continue;
    const quotient = contender.power / other.powerBelow;
    omega += (other === contender ? 1 - quotient : -quotient) / other.level;
    delta += (quotient * (1 - quotient)) / other.level;
  }
  return { omega, delta };
}

function marginFactor(
  { position, score }: Contender,
  scores: readonly number[],
  { margin, maxLead }: { margin: number; maxLead: number },
): number {
  let sum = 0;
  for (const [other, otherScore] of scores.entries()) {
    if (other === position) continue;
    const lead = Math.min(Math.abs(score - otherScore), maxLead);
    sum += Math.log1p(Math.max(0, lead - margin));
  }
  return 1 + sum / (scores.length - 1);
}

function drifted(sigma: number): number {
  return Math.sqrt(sigma * sigma + TAU_SQUARED);
}
