// Measures the quality of the ratings on the generated league: `pnpm league --help`.
import { writeFileSync } from 'node:fs';
import { type BacktestReport, runBacktest } from '@partner-rating/ratings/backtest';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { reportText } from '@partner-rating/service/src/predictions/backtest/report-text.ts';
import { rivals } from '@partner-rating/service/src/predictions/backtest/rivals.ts';
import { Command } from 'commander';
import { measureDifferences } from './differences.ts';
import { guideTables } from './guide-tables.ts';
import { leagueLines } from './league-lines.ts';
import { leagueLog } from './league-log.ts';
import { ratedLeague } from './rated-league.ts';
import { measureReliability } from './reliability.ts';
import { CLUBS, LEAGUE_SEED } from './settings.ts';

const command = new Command('pnpm league')
  .description(
    'Generates a league of clubs, always the same one, and prints how good the predictions are. Because the true skills are known, it also prints how good predictions can be.',
  )
  .option('--save <file>', 'write the matches to a file, as `operator ratings backtest` reads them')
  .option('--json', 'print JSON, for programs', false)
  .option(
    '--differences <leagues>',
    'measure what the ratings know about differences in this number of leagues of separate clubs, and print JSON',
    Number,
  )
  .option(
    '--reliability <leagues>',
    'measure the distance from the true ratings by reliability in this number of leagues, and print JSON',
    Number,
  )
  .option(
    '--tables <leagues>',
    'print the tables of the guide as Markdown, with the differences from this number of leagues',
    Number,
  )
  .parse();

const { save, json, differences, reliability, tables } = command.opts<{
  save?: string;
  json: boolean;
  differences?: number;
  reliability?: number;
  tables?: number;
}>();

if (differences !== undefined) {
  const known = measureDifferences(seedsOf(differences), ratedLeague);
  process.stdout.write(`${JSON.stringify(known, null, 2)}\n`);
  process.exit();
}

if (reliability !== undefined) {
  const bands = measureReliability(seedsOf(reliability));
  process.stdout.write(`${JSON.stringify(bands, null, 2)}\n`);
  process.exit();
}

if (save !== undefined) {
  writeFileSync(save, [...leagueLines(seededRandom(LEAGUE_SEED), CLUBS)].join(''));
}

const { log, truth } = leagueLog(seededRandom(LEAGUE_SEED), CLUBS);

const report = runBacktest(log, { rivals, truth, minGames: 0, from: Number.NEGATIVE_INFINITY });

process.stdout.write(`${textOf(report)}\n`);

function textOf(report: BacktestReport): string {
  if (tables === undefined) return json ? JSON.stringify(report, null, 2) : reportText(report);
  return guideTables(report, measureDifferences(seedsOf(tables), ratedLeague));
}

function seedsOf(leagues: number): number[] {
  return Array.from({ length: leagues }, (_, index) => LEAGUE_SEED + index);
}
