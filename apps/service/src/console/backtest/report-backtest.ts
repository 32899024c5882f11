import { createReadStream } from 'node:fs';
import { ourForecaster, runBacktest } from '@partner-rating/ratings/backtest';
import {
  BrokenLinesError,
  type MatchSource,
  type ReadMatches,
  readMatches,
} from '../../predictions/backtest/read-matches.ts';
import { reportText } from '../../predictions/backtest/report-text.ts';
import { rivals } from '../../predictions/backtest/rivals.ts';
import { modelWith } from '../../ratings/model-in-use.ts';
import { OperatorError, type Terminal } from '../terminal.ts';
import { readParameters } from './read-parameters.ts';

export interface BacktestOptions {
  minGames: number;
  /** A file with the parameters of the ratings; those of this release by default. */
  parameters?: string;
  from?: Date;
  json: boolean;
}

/** Predicts each match in the files from earlier ones, and prints how good the predictions are. */
export async function reportBacktest(
  files: readonly string[],
  options: BacktestOptions,
  { print, printProgress, resolvePath }: Terminal,
): Promise<void> {
  const { minGames, from, json, parameters } = options;
  const chosen = parameters === undefined ? [] : await readParameters(resolvePath(parameters));
  const { log, listedTwice, notRated } = await read(files, printProgress);
  if (log.matches === 0) throw new OperatorError(`There is no match in ${files.join(', ')}.`);
  const report = runBacktest(log, {
    rivals,
    forecaster: (players) => ourForecaster(players, modelWith(chosen)),
    minGames,
    from: from?.getTime() ?? Number.NEGATIVE_INFINITY,
    onProgress: (share) =>
      printProgress(`${Math.floor(100 * share)} % of the predictions are done`),
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

async function read(
  files: readonly string[],
  printProgress: Terminal['printProgress'],
): Promise<ReadMatches> {
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
