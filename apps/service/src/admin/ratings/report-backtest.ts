import { createReadStream, writeFileSync } from 'node:fs';
import type { TrueChances } from '../../backtest/domain/results.ts';
import { leagueLines } from '../../backtest/league/league-lines.ts';
import { leagueLog } from '../../backtest/league/league-log.ts';
import { CLUBS, LEAGUE_SEED } from '../../backtest/league/settings.ts';
import {
  BrokenLinesError,
  type MatchSource,
  type ReadMatches,
  readMatches,
} from '../../backtest/read-matches.ts';
import { reportText } from '../../backtest/report-text.ts';
import { runBacktest } from '../../backtest/run-backtest.ts';
import { seededRandom } from '../../platform/random.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface BacktestOptions {
  generated: boolean;
  save?: string;
  minGames: number;
  from?: Date;
  json: boolean;
}

/** Walks the matches of files, or of a generated league, and prints how good the predictions were. */
export async function reportBacktest(
  files: readonly string[],
  options: BacktestOptions,
  { print, printProgress }: Terminal,
): Promise<void> {
  refuseContradictions(files, options);
  const { minGames, from, json } = options;
  const { log, listedTwice, notRated, truth } = options.generated
    ? generate(options.save)
    : await read(files, printProgress);
  if (log.matches === 0) throw new OperatorError(`There is no match in ${files.join(', ')}.`);
  const report = runBacktest(log, {
    ...(truth === undefined ? {} : { truth }),
    minGames,
    from: from?.getTime() ?? Number.NEGATIVE_INFINITY,
    onProgress: (share) => printProgress(`${Math.floor(100 * share)} % of the walks are done`),
  });
  const described = {
    listedTwice,
    notRated,
    minGames,
    from: from?.toISOString() ?? null,
    ...report,
  };
  const text = json ? JSON.stringify(described, null, 2) : reportText(report);
  for (const line of text.split('\n')) print(line);
  if (json) return;
  if (notRated > 0) print(`Matches without a rated game, such as walkovers: ${notRated}.`);
  if (listedTwice > 0) print(`Matches that were listed before, and count once: ${listedTwice}.`);
}

interface Matches extends ReadMatches {
  /** The true chances of a generated league. */
  truth?: TrueChances;
}

function refuseContradictions(
  files: readonly string[],
  { generated, save }: BacktestOptions,
): void {
  if ((files.length === 0) !== generated) {
    throw new OperatorError('Name files of matches, or --generated.');
  }
  if (save !== undefined && !generated) throw new OperatorError('--save needs --generated.');
}

function generate(save: string | undefined): Matches {
  if (save !== undefined) {
    writeFileSync(save, [...leagueLines(seededRandom(LEAGUE_SEED), CLUBS)].join(''));
  }
  return { ...leagueLog(seededRandom(LEAGUE_SEED), CLUBS), listedTwice: 0, notRated: 0 };
}

async function read(
  files: readonly string[],
  printProgress: Terminal['printProgress'],
): Promise<Matches> {
  try {
    return await readMatches(files.map(sourceOf), (lines) =>
      printProgress(`${lines} lines are read`),
    );
  } catch (error) {
    if (error instanceof BrokenLinesError) throw new OperatorError(error.lines);
    throw error;
  }
}

function sourceOf(file: string): MatchSource {
  return file === '-'
    ? { name: 'standard input', open: () => process.stdin }
    : { name: file, open: () => createReadStream(file) };
}
