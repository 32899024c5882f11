import { gameFormats as catalogued } from '@partner-rating/server/catalogue';
import type { Sport } from './sports.ts';

/** How a game ends. */
export interface GameEnd {
  winScore: number;
  winBy: number;
  /** The most points there can be, which win by any lead. */
  maxScore: number | null;
}

/** The same by the name its sport has for it. */
export interface GameFormat extends GameEnd {
  code: string;
  sport: string;
}

const formats: readonly (GameFormat & { isDefault: boolean })[] = catalogued;

/** The formats of a sport. */
export function formatsOf(sport: string): GameFormat[] {
  return formats.filter((format) => format.sport === sport);
}

/** What is played for in a sport where nobody says otherwise; in padel and tennis a game is a set. */
export function usualFormat(sport: Sport): GameFormat {
  const usual = formats.find((format) => format.sport === sport && format.isDefault);
  if (usual === undefined) throw new Error(`The catalogue has no usual game of ${sport}.`);
  return usual;
}

type TopScores = readonly [highest: number, second: number];

/** Whether a game ends with these as its two highest scores. */
export function endsAt(
  { winScore, winBy, maxScore }: GameEnd,
  [highest, second]: TopScores,
): boolean {
  const lead = highest - second;
  if (highest === winScore && lead >= winBy) return true;
  if (highest === maxScore) return lead >= 1 && lead <= winBy;
  return highest > winScore && lead === winBy && highest < (maxScore ?? Number.POSITIVE_INFINITY);
}

/** Whether a game can stand like this and go on. */
export function goesOnAt(
  { winScore, winBy, maxScore }: GameEnd,
  [highest, second]: TopScores,
): boolean {
  if (highest < winScore) return true;
  return highest - second < winBy && highest < (maxScore ?? Number.POSITIVE_INFINITY);
}

/** The scores at which a game ends that may do so in these ways, of which the first says most of them. */
export function finalScores(ends: readonly GameEnd[]): string {
  const words = [...ends.slice(0, 1).flatMap(fullWins), ...ends.flatMap(narrowWins)];
  return listFormat.format(new Set(words));
}

// British English, which has no comma before the last one.
const listFormat = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** With the lead that a win takes, or more. */
function fullWins({ winScore, winBy, maxScore }: GameEnd): string[] {
  const atOnce =
    winBy > winScore ? [] : [range(`${winScore}–0`, `${winScore}–${winScore - winBy}`)];
  const next = Math.max(winScore + 1, winBy);
  const beyond = (score: number) => `${score}–${score - winBy}`;
  if (maxScore === null) return [...atOnce, `${beyond(next)}, ${beyond(next + 1)} and so on`];
  return maxScore < next ? atOnce : [...atOnce, range(beyond(next), beyond(maxScore))];
}

/** With the most points, by less. */
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
