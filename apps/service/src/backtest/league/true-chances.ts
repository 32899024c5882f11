/** The points that win a game, and the lead it takes: what the league plays. */
export const WIN_SCORE = 11;
export const WIN_BY = 2;
export const GAMES_TO_WIN = 2;

/** How likely the first team is to win a game, and the match. */
export interface TrueChance {
  game: number;
  match: number;
}

const STEP = 0.01;
const RANGE = 8;
const NODES = 61;
const DEVIATIONS = 4;

/**
 * The chances that follow from the true difference of two teams in skill. Of the form of the day only
 * how far it reaches is known before a match, so the chances are means over it.
 *
 * @param formDifference Standard deviation of the difference of the two teams' forms.
 */
export function trueChances(formDifference: number): (difference: number) => TrueChance {
  const table = Array.from({ length: 2 * Math.round(RANGE / STEP) + 1 }, (_, index) =>
    meanOverForm(index * STEP - RANGE, formDifference),
  );
  return (difference) => {
    const at = Math.max(0, Math.min(table.length - 1.001, (difference + RANGE) / STEP));
    const below = table[Math.floor(at)] ?? EVEN;
    const above = table[Math.floor(at) + 1] ?? EVEN;
    const share = at - Math.floor(at);
    return {
      game: below.game + share * (above.game - below.game),
      match: below.match + share * (above.match - below.match),
    };
  };
}

const EVEN: TrueChance = { game: 0.5, match: 0.5 };

function meanOverForm(difference: number, formDifference: number): TrueChance {
  let game = 0;
  let match = 0;
  let total = 0;
  for (let node = 0; node < NODES; node += 1) {
    const deviation = ((2 * node) / (NODES - 1) - 1) * DEVIATIONS;
    const weight = Math.exp(-(deviation ** 2) / 2);
    const chance = gameChance(pointChance(difference + deviation * formDifference));
    total += weight;
    game += weight * chance;
    match += weight * matchChance(chance);
  }
  return { game: game / total, match: match / total };
}

/** How likely a team so much stronger is to win a point. */
export function pointChance(difference: number): number {
  return 1 / (1 + Math.exp(-difference));
}

/** How likely the winner of a share of the points is to win a game to `WIN_SCORE` by `WIN_BY`. */
export function gameChance(point: number): number {
  const lost = 1 - point;
  let ways = 1;
  let sum = 0;
  for (let against = 0; against <= WIN_SCORE - WIN_BY; against += 1) {
    sum += ways * point ** WIN_SCORE * lost ** against;
    ways = (ways * (WIN_SCORE + against)) / (against + 1);
  }
  // Level one point before the end: from there on two in a row are needed.
  const level = ways * point ** (WIN_SCORE - 1) * lost ** (WIN_SCORE - 1);
  return sum + (level * point ** 2) / (point ** 2 + lost ** 2);
}

function matchChance(game: number): number {
  return game ** 2 * (3 - 2 * game);
}
