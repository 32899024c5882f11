// The kernel of the first edition, as it was: what later ones are measured beside.

/** What the model believes of a player. */
export interface Skill {
  mu: number;
  sigma: number;
}

// OpenSkill's constants: how much chance there is in a game, how much a skill may drift between two,
// and the least share of its uncertainty that a game leaves.
const BETA_SQUARED = (25 / 6) ** 2;
const TAU_SQUARED = (25 / 300) ** 2;
const KAPPA = 1e-4;

/** A team of a game: the sums over its players, and what the model makes of them. */
interface Contender {
  /** Its rank in the order the teams were given in. */
  position: number;
  players: readonly Skill[];
  score: number;
  mu: number;
  sigmaSquared: number;
  /** How many teams did better. */
  rank: number;
  power: number;
  /** Its power and that of all who did no better. */
  powerBelow: number;
  /** How many share its rank, itself among them. */
  level: number;
}

/**
 * Rates one game by the Plackett-Luce model of Weng and Lin (2011) with OpenSkill's margins: a win
 * counts for more by the logarithm of what its lead exceeds `margin` by, a lead above `maxLead` for
 * no more than that. A game never makes the
 * model less sure of a player.
 *
 * It gives OpenSkill's own numbers to the last bit, which the tests hold it to. It is written out
 * here because it is most of what has to be computed for a batch.
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

/** The teams from the winner down. */
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

/** How far the result was from what the model expected of a team, and how informative it is. */
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
