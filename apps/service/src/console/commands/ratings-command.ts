import { open } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { auditRatings } from '../../ratings/audit-ratings.ts';
import { describeFinding, type RatingMove } from '../../ratings/domain/rating-differences.ts';
import { rebuildRatings } from '../../ratings/rebuild-ratings.ts';
import {
  AS_JSON,
  counted,
  OperatorError,
  printResult,
  readTime,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';
import { describeRebuild, printLedgerProgress } from './describe-rebuild.ts';
import { fitCommand } from './fit-command.ts';
import { parametersCommand } from './parameters-command.ts';
import type { BacktestOptions } from './report-backtest.ts';

/** How good the ratings are on results of one's own. It needs no database and stores nothing. */
function backtestCommand(terminal: Terminal): Command {
  return new Command('backtest')
    .description('Predict each match from those before it, and say how good the predictions are.')
    .argument('<file...>', 'matches as newline-delimited JSON; - is standard input')
    .option(
      '--min-games <number>',
      'count only games whose players had so many before',
      readCount,
      0,
    )
    .option('--parameters <file>', 'of the ratings, as `ratings parameters --json` prints them')
    .option('--from <date>', 'count only matches from then on; those before are rated', readTime)
    .option(...AS_JSON)
    .addHelpText('after', backtestHelp)
    .action(async (files: string[], options: BacktestOptions) => {
      // Nothing else needs what it walks with, and that takes longer to load than most commands to run.
      const { reportBacktest } = await import('./report-backtest.ts');
      await reportBacktest(files, options, terminal);
    });
}

const backtestHelp = `
Each line is a match as the API takes it, with the defaults of its batch filled in:

  {"identifier":"final","matchDate":"2026-09-12T18:00:00Z","sport":"pickleball","winScore":11,
   "winBy":2,"teams":[["ann","bob"],["cem","dee"]],"games":[{"scores":[11,7]},{"scores":[11,9]}]}

(on one line). Players are any names of at most 64 characters. Several files are walked as one stream in the order of matchDate; matches of
one moment in the order they are listed. What a batch would take for the same match (players, day and scores) counts
once. The outcome of a match counts as in a batch. Of scores is not asked what a batch asks: that a game reaches
winScore, leads by winBy or ends as its format does, that it has a winner, and so has the match. Nothing is stored, and no database is opened.

Beside the ratings stand Elo, Glicko-2 and OpenSkill on the same results. All ratings are those of the
bracket overall-open.

Exit status: 0 where the report was printed, 1 where a line cannot be read, which is named, or there is no match.`;

function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number, 0 or more.');
}

interface Options {
  dryRun: boolean;
  report?: string;
  json: boolean;
}

function rebuildCommand(
  withDependencies: WithDependencies,
  { print, printProgress: printProgressLine, resolvePath }: Terminal,
): Command {
  return new Command('rebuild')
    .description('Rate the whole ledger again and make the ratings what comes of it.')
    .option('--dry-run', 'say who would move how far, and change nothing', false)
    .option('--report <file>', 'with --dry-run: write every rating that would change, as CSV')
    .option('--json', 'one JSON object a line, of each sport', false)
    .addHelpText('after', rebuildHelp)
    .action(async ({ dryRun, report, json }: Options) => {
      if (report !== undefined && !dryRun) {
        throw new OperatorError('--report is for --dry-run: see who would move, then rebuild.');
      }
      await withDependencies(async (dependencies) => {
        const file = report === undefined ? null : await openMovesReport(resolvePath(report));
        const onProgress = printLedgerProgress(json ? printProgressLine : print);
        const options = { dryRun, onProgress, onMoves: file?.add };
        try {
          for (const rebuilt of await rebuildRatings(dependencies, options)) {
            const lines = describeRebuild(rebuilt, dryRun);
            printResult(print, { json }, { value: { ...rebuilt, dryRun }, lines });
          }
        } finally {
          await file?.close();
        }
        if (json) return;
        if (dryRun) print('This was a dry run: nothing was stored.');
        if (file !== null) print(`Every rating that would change is in ${report}.`);
      });
    });
}

const rebuildHelp = `
For use after a change of the rating algorithm, or to fix what an audit found. One sport after the
other, beside the service, which goes on rating matches by the ratings as they stand. Once a sport is
gone through its players get the new ratings: they see them as a correction, and partners are sent
rating.updated events.

Exit status: 0 where it is done, 1 where it did not run to the end. Run it again then: it goes on from
where it was, and sports that are done already stay as they are.`;

/** The operator's commands about ratings and the ledger they follow from. */
export function ratingsCommand(withDependencies: WithDependencies, terminal: Terminal): Command {
  const { print } = terminal;
  const ratings = new Command('ratings').description(
    'Ratings, and the ledger of matches they follow from.',
  );
  ratings
    .command('audit')
    .description('Recompute all ratings from the ledger and report every difference.')
    .option('--json', 'one JSON object a line: each difference, and how it ended', false)
    .addHelpText('after', auditHelp)
    .action(({ json }: { json: boolean }) =>
      withDependencies(async (dependencies) => {
        const { matches, findings, due } = await auditRatings(dependencies, {
          onFinding: (finding) => print(json ? JSON.stringify(finding) : describeFinding(finding)),
          onProgress: printLedgerProgress(json ? terminal.printProgress : print),
        });
        if (due > 0 && !json) {
          print(
            `${counted(due, 'late result or correction waits', 'late results and corrections wait')} to be settled by the service. The ratings that depend on them were left out.`,
          );
        }
        if (json) print(JSON.stringify({ matches, findings, due }));
        if (findings > 0) {
          throw new OperatorError(
            `${counted(findings, 'difference was', 'differences were')} found. \`ratings rebuild\` makes the ratings what the ledger says.`,
          );
        }
        if (!json) {
          print(
            `${counted(matches, 'match', 'matches')} gone through. The ratings are what the ledger says.`,
          );
        }
      }),
    );
  ratings.addCommand(rebuildCommand(withDependencies, terminal));
  ratings.addCommand(fitCommand(withDependencies, terminal));
  ratings.addCommand(parametersCommand(withDependencies, terminal));
  ratings.addCommand(backtestCommand(terminal));
  return ratings;
}

const auditHelp = `
A difference is a rating, or a player's state after a match on the way to it, that is stored otherwise
than it follows from the ledger, to the last bit. Nothing is changed, and nobody is kept waiting. What is due for settlement
since a result came late or was corrected is no difference; how much that is, is said.

Exit status: 0 where there is no difference, 1 where there is one or the audit did not run.`;

/** A file that lists how ratings would move, as CSV. */
interface MovesReport {
  /** Resolves once they are written, so that no more lie in memory than are given at a time. */
  add: (moves: readonly RatingMove[]) => Promise<void>;
  close: () => Promise<void>;
}

/** @throws OperatorError where the file cannot be written, now or later. */
async function openMovesReport(path: string): Promise<MovesReport> {
  const file = await orRefuse(() => open(path, 'w'));
  await orRefuse(() => file.appendFile('member,sport,bracket,before,after\n'));
  return {
    add: async (moves) => {
      const rows = moves.map((move) => `${rowOf(move)}\n`).join('');
      await orRefuse(() => file.appendFile(rows));
    },
    close: async () => await file.close(),
  };
}

async function orRefuse<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The report cannot be written: ${reason}`);
  }
}

// Identifiers, sports and brackets are the service's own words, so nothing needs quotes.
function rowOf({ memberId, sport, bracket, before, after }: RatingMove): string {
  return [memberId, sport, bracket, before ?? '', after ?? ''].join(',');
}
