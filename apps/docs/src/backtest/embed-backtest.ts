import { generatedLeague } from './generated-league.gen.ts';
import {
  calibrationTable,
  comparisonTable,
  differencesTable,
  experienceTable,
  leagueSentences,
} from './tables.ts';

const { game, match, differences } = generatedLeague;

/** What a guide shows of the backtest, where it has `<!-- backtest: name -->` on a line of its own. */
const parts: ReadonlyMap<string, () => string> = new Map([
  ['league', () => leagueSentences(generatedLeague)],
  ['games', () => comparisonTable(game)],
  ['matches', () => comparisonTable(match)],
  ['experience', () => experienceTable(game)],
  ['calibration', () => calibrationTable(game)],
  ['differences', () => differencesTable(differences)],
]);

export function embedBacktest(markdown: string): string {
  return markdown.replaceAll(/^<!-- backtest: (.+) -->$/gm, (_, name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`A backtest has no part ${name}.`);
    return part();
  });
}
