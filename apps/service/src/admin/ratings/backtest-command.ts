import { createReadStream, writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
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
import { AS_JSON } from '../terminal/print-result.ts';
import { readTime } from '../terminal/read-time.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Options {
  generated: boolean;
  save?: string;
  minGames: number;
  from?: Date;
  json: boolean;
}

/** How good the ratings are on results of one's own. It needs no database and stores nothing. */
export function backtestCommand({ print, printProgress }: Terminal): Command {
  return new Command('backtest')
    .description('Predict each match from those before it, and say how good the predictions are.')
    .argument('[file...]', 'matches as newline-delimited JSON; - is standard input')
    .option(
      '--min-games <number>',
      'count only games whose players had so many before',
      readCount,
      0,
    )
    .option('--generated', 'walk a generated league, of which the true skills are known', false)
    .option('--save <file>', 'write the generated matches to a file, one a line')
    .option('--from <date>', 'count only matches from then on; those before are rated', readTime)
    .option(...AS_JSON)
    .addHelpText('after', help)
    .action(async (files: string[], options: Options) => {
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
      if (json) {
        print(JSON.stringify(described, null, 2));
        return;
      }
      print(reportText(report));
      if (notRated > 0) print(`Matches without a rated game, such as walkovers: ${notRated}.`);
      if (listedTwice > 0)
        print(`Matches that were listed before, and count once: ${listedTwice}.`);
    });
}

const help = `
Each line is a match as the API takes it, with the defaults of its batch filled in:

  {"identifier":"final","matchDate":"2026-09-12T18:00:00Z","sport":"pickleball","winScore":11,
   "winBy":2,"teams":[["ann","bob"],["cem","dee"]],"games":[{"scores":[11,7]},{"scores":[11,9]}]}

(on one line). Players are any names of at most 64 characters. Several files are walked as one stream in the order of matchDate; matches of
one moment in the order they are listed. What a batch would take for the same match (players, day and scores) counts
once. The outcome of a match counts as in a batch. Of scores is not asked what a batch asks: that a game reaches
winScore, leads by winBy or ends as its format does, that it has a winner, and so has the match. Nothing is stored, and no database is opened.

Beside the ratings stand Elo, Glicko-2 and OpenSkill on the same results. All ratings are those of the
bracket overall-open.

--generated needs no file: it walks a league of made-up clubs, always the same one, of which the true skills
are known, and so what can be known at all. --save shows what its lines look like.

Exit status: 0 where the report was printed, 1 where a line cannot be read, which is named, or there is no match.`;

interface Matches extends ReadMatches {
  /** The true chances of a generated league. */
  truth?: TrueChances;
}

function refuseContradictions(files: readonly string[], { generated, save }: Options): void {
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
    if (error instanceof BrokenLinesError) throw new OperatorError(error.message);
    throw error;
  }
}

function sourceOf(file: string): MatchSource {
  return file === '-'
    ? { name: 'standard input', open: () => process.stdin }
    : { name: file, open: () => createReadStream(file) };
}

function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number, 0 or more.');
}
