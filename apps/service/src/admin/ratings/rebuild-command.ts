import { Command } from 'commander';
import { type RebuiltSport, rebuildRatings } from '../../ratings/rebuild-ratings.ts';
import { counted } from '../terminal/counted.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { printProgress } from './ledger-progress.ts';
import { openMovesReport } from './moves-report.ts';

interface Options {
  dryRun: boolean;
  report?: string;
  json: boolean;
}

export function rebuildCommand(
  withDependencies: WithDependencies,
  { print, printProgress: printProgressLine, resolvePath }: Terminal,
): Command {
  return new Command('rebuild')
    .description('Rate the whole ledger again and make the ratings what comes of it.')
    .option('--dry-run', 'say who would move how far, and change nothing', false)
    .option('--report <file>', 'with --dry-run: write every rating that would change, as CSV')
    .option('--json', 'one JSON object a line, of each sport', false)
    .addHelpText('after', help)
    .action(async ({ dryRun, report, json }: Options) => {
      if (report !== undefined && !dryRun) {
        throw new OperatorError('--report is for --dry-run: see who would move, then rebuild.');
      }
      await withDependencies(async (dependencies) => {
        const file = report === undefined ? null : await openMovesReport(resolvePath(report));
        const onProgress = printProgress(json ? printProgressLine : print);
        const options = { dryRun, onProgress, onMoves: file?.add };
        try {
          for (const rebuilt of await rebuildRatings(dependencies, options)) {
            const lines = describe(rebuilt, dryRun);
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

const help = `
For use after a change of the rating algorithm, or to fix what an audit found. One sport after the
other, beside the service, which goes on rating matches by the ratings as they stand. Once a sport is
gone through its players get the new ratings: they see them as a correction, and partners are sent
rating.updated events.

Exit status: 0 where it is done, 1 where it did not run to the end. Run it again then: it goes on from
where it was, and sports that are done already stay as they are.`;

function describe(
  { sport, matches, steps, ratings, moves }: RebuiltSport,
  dryRun: boolean,
): string[] {
  const changed = `${counted(ratings, 'rating', 'ratings')} and ${counted(steps, 'step', 'steps')}`;
  const verb = dryRun ? 'would change' : 'changed';
  const first = `${sport}: ${changed} ${verb}, of ${counted(matches, 'match', 'matches')}.`;
  if (moves.moved === 0) return [first];
  const { moved, median, ninetiethPercentile, furthest } = moves;
  const move = dryRun ? 'would move' : 'moved';
  return [
    first,
    `  Main ratings: ${moved} ${move}, half of them by at most ${median.toFixed(3)}, nine of ten by at most ${ninetiethPercentile.toFixed(3)}. Furthest:`,
    ...furthest.map(
      ({ memberId, before, after }) =>
        `  ${memberId} from ${before?.toFixed(3)} to ${after?.toFixed(3)}`,
    ),
  ];
}
