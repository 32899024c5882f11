/** The points that win a game of the league, and the lead it takes. */
export const WIN_SCORE = 11;
export const WIN_BY = 2;

/** By rally every rally is a point; by side-out only the server scores. The winner of a rally serves next. */
export type Scoring = 'rally' | 'side-out';

/** What is played: the first to win so many games wins the match. */
export interface Play {
  scoring: Scoring;
  gamesToWin: number;
}

/** How likely the first team is to win a game, and the match. */
export interface TrueChance {
  game: number;
  match: number;
}

/** How far form takes the difference of two teams (standard deviations): of the day, and of a game. */
export interface FormDifference {
  day: number;
  game: number;
}

const STEP = 0.02;
const RANGE = 5;
const NODES = 41;
const DEVIATIONS = 4;

/**
 * The chances that follow from the true difference of two teams in skill. Before a match only the range
 * of the forms is known, so the chances are means over them; the form of the day is the same in all games
 * of a match.
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

/** A function by its values on a grid, between which it is taken for straight. */
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

/** The mean over a normal variable of this standard deviation that is added to the difference. */
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

/** How likely a team so much stronger is to win a rally. */
export function rallyChance(difference: number): number {
  return 1 / (1 + Math.exp(-difference));
}

/**
 * How likely the winner of a share of the rallies is to win a game to `WIN_SCORE` by `WIN_BY`. A coin
 * decides who serves first.
 */
export function gameChance(rally: number, scoring: Scoring): number {
  // The chance to score next where one serves, and where the other does. By side-out the serve may
  // go to and fro before somebody scores.
  const serving = scoring === 'rally' ? rally : rally / (1 - rally * (1 - rally));
  const receiving = scoring === 'rally' ? rally : rally * serving;
  const level = levelChances(serving, receiving);
  // By the points of both, from the end of the game to its beginning: the chance where the first
  // team serves, and where the second does.
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

/** Level one point before the end: the side that scores twice in a row wins, otherwise it is level again. */
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
 * The lead in units of `WIN_SCORE` that a team is expected to win a game with, by rally scoring, at a true difference in
 * skill. Only the range of the form of the game is known.
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
