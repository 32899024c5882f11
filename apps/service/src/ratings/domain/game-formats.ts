import { gameFormats as catalogued } from '@partner-rating/server/catalogue';
import type { Sport } from './sports.ts';

/** How a game is won, by the name its sport has for it. */
export interface GameFormat {
  code: string;
  sport: string;
  winScore: number;
  winBy: number;
  /** The most points there can be, which win by any lead. */
  maxScore: number | null;
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

/** Whether a game of the format ends with these as its two highest scores. */
export function endsAt(
  { winScore, winBy, maxScore }: GameFormat,
  [highest, second]: TopScores,
): boolean {
  const lead = highest - second;
  if (highest === winScore && lead >= winBy) return true;
  if (highest === maxScore) return lead >= 1 && lead <= winBy;
  return highest > winScore && lead === winBy && highest < (maxScore ?? Number.POSITIVE_INFINITY);
}

/** Whether a game of the format can stand like this and go on. */
export function goesOnAt(
  { winScore, winBy, maxScore }: GameFormat,
  [highest, second]: TopScores,
): boolean {
  if (highest < winScore) return true;
  return highest - second < winBy && highest < (maxScore ?? Number.POSITIVE_INFINITY);
}

/** At which scores a game of the format ends, in words that go on after "it ends". */
export function formatWords({ winScore, winBy, maxScore }: GameFormat): string {
  if (maxScore === winScore) return `at ${winScore}, by any lead`;
  const isNext = maxScore === winScore + 1;
  return listFormat.format([
    `at ${winScore} with a lead of ${winBy} or more`,
    ...(isNext ? [] : [`beyond ${winScore} with a lead of exactly ${winBy}`]),
    // At the most points any lead up to winBy wins, of which winBy itself is named above unless they come next.
    ...(maxScore === null ? [] : narrowWins(maxScore, isNext ? winBy : winBy - 1)),
  ]);
}

// British English, which has no comma before the last one.
const listFormat = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function narrowWins(maxScore: number, maxLead: number): string[] {
  return Array.from(
    { length: maxLead },
    (_, index) => `at ${maxScore}–${maxScore - maxLead + index}`,
  );
}
