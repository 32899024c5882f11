import { Command, InvalidArgumentError } from 'commander';
import { AS_JSON, readTime, type Terminal } from '../terminal.ts';
import type { BacktestOptions } from './report-backtest.ts';

/** Tests how well ratings predict the results in files. It needs no database and stores nothing. */
export function backtestCommand(terminal: Terminal): Command {
  return new Command('backtest')
    .description('Predict each match from earlier ones, and report how good the predictions are.')
    .argument('<file...>', 'matches as newline-delimited JSON; - is standard input')
    .option(
      '--min-games <number>',
      'count only games whose players had this many games before',
      readCount,
      0,
    )
    .option('--parameters <file>', 'parameters as `ratings parameters --json` prints them')
    .option('--from <date>', 'count only matches from then on; only rate earlier ones', readTime)
    .option(...AS_JSON)
    .addHelpText('after', backtestHelp)
    .action(async (files: string[], options: BacktestOptions) => {
      // It takes longer to load than most commands take to run.
      const { reportBacktest } = await import('./report-backtest.ts');
      await reportBacktest(files, options, terminal);
    });
}

const backtestHelp = `
Each line is a match as the API takes it, with the defaults of its batch filled in:

  {"identifier":"final","matchDate":"2026-09-12T18:00:00Z","sport":"pickleball","winScore":11,
   "winBy":2,"teams":[["ann","bob"],["cem","dee"]],"games":[{"scores":[11,7]},{"scores":[11,9]}]}

(on one line). Player names are free, with at most 64 characters. The matches of all files are read in the order of
matchDate; matches of one moment in the order of their lines. Two matches with the same players, day and scores count
once, as in a batch. The outcome of a match counts as in a batch. Scores need not follow the rules of a batch: a game
may end below winScore, with a smaller lead than winBy or without a winner, and so may a match. Nothing is stored, and
no database is opened.

The report compares the ratings with Elo, Glicko-2 and OpenSkill on the same results. All ratings are those of the
bracket overall-open.

Exit status: 0 if the report was printed; 1 if a line cannot be read, which the error names, or there is no match.`;

function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number, 0 or more.');
}
