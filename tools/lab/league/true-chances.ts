/** The points that win a game of the league, and the required lead. */
export const WIN_SCORE = 11;
export const WIN_BY = 2;

/**
 * With rally scoring, every rally is a point. With side-out scoring, only the server scores. The
 * winner of a rally serves next.
 */
export type Scoring = 'rally' | 'side-out';

/** The format: the first to win this many games wins the match. */
export interface Play {
  scoring: Scoring;
  gamesToWin: number;
}

/** The chances of the first team to win a game, and the match. */
export interface TrueChance {
  game: number;
  match: number;
}

/**
 * Standard deviations of the form's effect on the difference of two teams: form of the day, and of
 * a game.
 */
export interface FormDifference {
  day: number;
  game: number;
}

const STEP = 0.02;
const RANGE = 5;
const NODES = 41;
const DEVIATIONS = 4;

/**
 * Returns the chances from the true difference in skill. Before a match, only the distribution of
 * the forms is known, so the chances are means over them. All games of a match share the form of
 * the day.
 */
export function trueChances(
  { scoring, gamesToWin }: Play,
  form: FormDifference,
): (difference: number) => TrueChance {
  const ofRally = tabulate((difference) => gameChance(rallyChance(difference), scoring));
  const ofGame = tabulate((difference) => meanOver(form.game, difference, ofRally));
  const game = tabulate((difference) => meanOver(form.day, difference, ofGame));
  const match = tabulate((difference) =>
    meanOver(form.day, difference, (moved) => matchChance(ofGame(moved), gamesToWin)),
  );
  return (difference) => ({ game: game(difference), match: match(difference) });
}

/** Approximates a function linearly between grid points. */
function tabulate(chanceOf: (difference: number) => number): (difference: number) => number {
  const values = Float64Array.from({ length: 2 * Math.round(RANGE / STEP) + 1 }, (_, index) =>
    chanceOf(index * STEP - RANGE),
  );
  return (difference) => {
    const at = Math.max(0, Math.min(values.length - 1, (difference + RANGE) / STEP));
    const below = Math.min(values.length - 2, Math.floor(at));
    const [low = 0, high = 0] = values.subarray(below, below + 2);
    return low + (at - below) * (high - low);
  };
}

/**
 * Returns the mean over a normal variable with this standard deviation, added to the difference.
 */
function meanOver(
  deviation: number,
  difference: number,
  chanceOf: (difference: number) => number,
): number {
  let sum = 0;
  let total = 0;
  for (let node = 0; node < NODES; node += 1) {
    const deviations = ((2 * node) / (NODES - 1) - 1) * DEVIATIONS;
    const weight = Math.exp(-(deviations ** 2) / 2);
    total += weight;
    sum += weight * chanceOf(difference + deviations * deviation);
  }
  return sum / total;
}

/** Returns the chance that the stronger team wins a rally. */
export function rallyChance(difference: number): number {
  return 1 / (1 + Math.exp(-difference));
}

/**
 * Returns the chance to win a game to `WIN_SCORE` by `WIN_BY` for the winner of this share of the
 * rallies. A coin decides who serves first.
 */
export function gameChance(rally: number, scoring: Scoring): number {
  // The chance to score next as server and as receiver. With side-out scoring, the serve may change
  // several times before a point.
  const serving = scoring === 'rally' ? rally : rally / (1 - rally * (1 - rally));
  const receiving = scoring === 'rally' ? rally : rally * serving;
  const level = levelChances(serving, receiving);
  // By the points of both, from the end of the game to its start: the chance if the first team
  // serves, and if the second does.
  let after: Chances[] = [];
  for (let first = WIN_SCORE - 1; first >= 0; first -= 1) {
    const row = new Array<Chances>(WIN_SCORE).fill(level);
    for (let second = WIN_SCORE - 1; second >= 0; second -= 1) {
      if (first === WIN_SCORE - 1 && second === WIN_SCORE - 1) continue;
      const scored = first === WIN_SCORE - 1 ? 1 : (after[second]?.serving ?? 0);
      const conceded = second === WIN_SCORE - 1 ? 0 : (row[second + 1]?.receiving ?? 0);
      row[second] = {
        serving: serving * scored + (1 - serving) * conceded,
        receiving: receiving * scored + (1 - receiving) * conceded,
      };
    }
    after = row;
  }
  const begin = after[0] ?? level;
  return (begin.serving + begin.receiving) / 2;
}

interface Chances {
  serving: number;
  receiving: number;
}

/**
 * Level one point before the end: a side that scores twice in a row wins, otherwise the score is
 * level again.
 */
function levelChances(serving: number, receiving: number): Chances {
  const a = 1 - (1 - serving) * receiving;
  const b = -serving * (1 - serving);
  const c = -(1 - receiving) * receiving;
  const d = 1 - receiving * (1 - serving);
  const determinant = a * d - b * c;
  return {
    serving: (serving * serving * d - b * receiving * serving) / determinant,
    receiving: (a * receiving * serving - c * serving * serving) / determinant,
  };
}

/**
 * Returns the expected winning lead, in units of `WIN_SCORE`, with rally scoring at a true
 * difference in skill. Only the distribution of the game's form is known.
 */
export function expectedLead(difference: number, { game }: FormDifference): number {
  return meanOver(game, difference, (moved) => meanLead(rallyChance(moved)));
}

/** The sum over all final scores. After 10-10, the lead is two points. */
function meanLead(rally: number): number {
  const other = 1 - rally;
  let ways = 1;
  let sum = 0;
  for (let lost = 0; lost < WIN_SCORE - 1; lost += 1) {
    const wins = rally ** WIN_SCORE * other ** lost;
    const losses = other ** WIN_SCORE * rally ** lost;
    sum += (ways * (wins - losses) * (WIN_SCORE - lost)) / WIN_SCORE;
    ways = (ways * (WIN_SCORE + lost)) / (lost + 1);
  }
  const level = ways * (rally * other) ** (WIN_SCORE - 1);
  const decided = (rally ** 2 - other ** 2) / (rally ** 2 + other ** 2);
  return sum + (level * decided * WIN_BY) / WIN_SCORE;
}

function matchChance(game: number, gamesToWin: number): number {
  let ways = 1;
  let sum = 0;
  for (let lost = 0; lost < gamesToWin; lost += 1) {
    sum += ways * game ** gamesToWin * (1 - game) ** lost;
    ways = (ways * (gamesToWin + lost)) / (lost + 1);
  }
  return sum;
}
