import { gameFormats as catalogued } from './catalogue.gen.ts';
import type { Sport, SportParameters } from './sports.ts';

/** How a game ends. */
export interface GameEnd {
  winScore: number;
  winBy: number;
  /** The most points of a team, which win with any lead. */
  maxScore: number | null;
}

/** A format with the name that its sport uses. */
export interface GameFormat extends GameEnd {
  /** The code in the API, such as `padel-set`. */
  code: string;
  /** The code of the sport. */
  sport: string;
}

const formats: readonly (GameFormat & { isDefault: boolean })[] = catalogued;

/** The formats of a sport. */
export function formatsOf(sport: string): GameFormat[] {
  return formats.filter((format) => format.sport === sport);
}

/** Returns the usual format of a game in a sport. In padel and tennis, a game is a set. */
export function usualFormat(sport: Sport): GameFormat {
  const usual = formats.find((format) => format.sport === sport && format.isDefault);
  if (usual === undefined) throw new Error(`The catalogue has no usual game of ${sport}.`);
  return usual;
}

type TopScores = readonly [highest: number, second: number];

/** Returns whether a game ends with these two highest scores. */
export function endsAt(
  { winScore, winBy, maxScore }: GameEnd,
  [highest, second]: TopScores,
): boolean {
  const lead = highest - second;
  if (highest === winScore && lead >= winBy) return true;
  if (highest === maxScore) return lead >= 1 && lead <= winBy;
  return highest > winScore && lead === winBy && highest < (maxScore ?? Number.POSITIVE_INFINITY);
}

/** Returns whether a game can continue from this score. */
export function canContinueAt(
  { winScore, winBy, maxScore }: GameEnd,
  [highest, second]: TopScores,
): boolean {
  if (highest < winScore) return true;
  return highest - second < winBy && highest < (maxScore ?? Number.POSITIVE_INFINITY);
}

/** Lists the scores at which a game can end in one of these ways. The first way covers most scores. */
export function finalScores(ends: readonly GameEnd[]): string {
  const words = [...ends.slice(0, 1).flatMap(fullWins), ...ends.flatMap(narrowWins)];
  return listFormat.format(new Set(words));
}

// British English, which has no comma before the last one.
const listFormat = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Lists the scores with the lead that a winner needs, or more. */
function fullWins({ winScore, winBy, maxScore }: GameEnd): string[] {
  const atOnce =
    winBy > winScore ? [] : [range(`${winScore}–0`, `${winScore}–${winScore - winBy}`)];
  const next = Math.max(winScore + 1, winBy);
  const beyond = (score: number) => `${score}–${score - winBy}`;
  if (maxScore === null) return [...atOnce, `${beyond(next)}, ${beyond(next + 1)} and so on`];
  return maxScore < next ? atOnce : [...atOnce, range(beyond(next), beyond(maxScore))];
}

/** Lists the scores with the most points and a smaller lead. */
function narrowWins({ winBy, maxScore }: GameEnd): string[] {
  if (maxScore === null) return [];
  return Array.from(
    { length: winBy - 1 },
    (_, index) => `${maxScore}–${maxScore - winBy + 1 + index}`,
  );
}

function range(from: string, to: string): string {
  return from === to ? from : `${from} to ${to}`;
}

/** One game: the points of each team, in the order of the teams. */
export interface RatedGame {
  /** Points of each team, in the order of the teams. */
  scores: readonly number[];
  /** Points that win the game. */
  winScore: number;
  /** The lead that a winner needs. */
  winBy: number;
}

/**
 * Returns the result of a game between two teams, from -1 (the second team won to nothing) over 0 (level) to 1: the lead in units
 * of `winScore`. No result counts for more than a win to nothing.
 */
export function leadOf({ scores, winScore }: RatedGame, team: number, other: number): number {
  const lead = ((scores[team] ?? 0) - (scores[other] ?? 0)) / winScore;
  return Math.max(-1, Math.min(1, lead));
}

/** Returns how many independent points a game is worth: more than one, and far fewer than were played. */
export function weightOf({ winScore }: RatedGame, { noise }: SportParameters): number {
  return 1 / (noise + (1 - noise) / winScore);
}

/** Returns how many logits of the chance to win a game follow from one logit of strength. */
export function decisiveness(
  { winScore, bestOf }: { winScore: number; bestOf: number },
  { lengthGain, longMatchGain }: SportParameters,
): number {
  const longMatch = 1 + (longMatchGain * Math.max(0, bestOf - 3)) / 2;
  return longMatch * Math.sqrt(1 + lengthGain * (winScore - 1));
}

/** Returns the games of a match that count: those that are not marked with `isRated: false`. */
export function ratedGames<Game extends { isRated?: boolean }>(games: readonly Game[]): Game[] {
  return games.filter(({ isRated }) => isRated !== false);
}

/** Writes how many games each team won. A team wins a game if it has more points than every other team. */
export function countWins(
  games: readonly Pick<RatedGame, 'scores'>[],
  wins: { [team: number]: number },
  teams: number,
): void {
  for (let team = 0; team < teams; team += 1) wins[team] = 0;
  for (const { scores } of games) {
    let winner = 0;
    let isLevel = false;
    for (let team = 1; team < teams; team += 1) {
      const lead = (scores[team] ?? 0) - (scores[winner] ?? 0);
      if (lead > 0) winner = team;
      isLevel = lead === 0 || (isLevel && lead < 0);
    }
    if (!isLevel) wins[winner] = (wins[winner] ?? 0) + 1;
  }
}

/**
 * Returns 1 for the team that won the match by winning most games, and -1 for a team that lost it: to the only other team, or
 * without winning a game. Returns 0 for any other team.
 */
export function recordOf(
  wins: { readonly [team: number]: number },
  teams: number,
  team: number,
): -1 | 0 | 1 {
  const own = wins[team] ?? 0;
  let best = 0;
  for (let other = 0; other < teams; other += 1) {
    if (other !== team) best = Math.max(best, wins[other] ?? 0);
  }
  if (own > best) return 1;
  return best > own && (own === 0 || teams === 2) ? -1 : 0;
}
