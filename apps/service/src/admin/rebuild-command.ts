import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Command } from 'commander';
import type { RatingMove } from '../ratings/domain/rating-moves.ts';
import { type RebuiltSport, rebuildRatings } from '../ratings/rebuild-ratings.ts';
import { counted } from './counted.ts';
import { printProgress } from './ledger-progress.ts';
import { OperatorError } from './partners.ts';
import type { Terminal, WithDependencies } from './terminal.ts';

interface Options {
  dryRun: boolean;
  report?: string;
}

export function rebuildCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return new Command('rebuild')
    .description('Rate the whole ledger again and make the ratings what comes of it.')
    .option('--dry-run', 'say who would move how far, and change nothing', false)
    .option('--report <file>', 'with --dry-run: write every rating that would change, as CSV')
    .addHelpText('after', help)
    .action(async ({ dryRun, report }: Options) => {
      if (report !== undefined && !dryRun) {
        throw new OperatorError('--report is for --dry-run: see who would move, then rebuild.');
      }
      const file = report === undefined ? null : await openReport(report);
      await withDependencies(async (dependencies) => {
        const onProgress = printProgress(print);
        const onMove = (move: RatingMove) => file?.write(`${rowOf(move)}\n`);
        for (const rebuilt of await rebuildRatings(dependencies, { dryRun, onProgress, onMove })) {
          for (const line of describe(rebuilt, dryRun)) print(line);
        }
        if (dryRun) print('This was a dry run: nothing was stored.');
      });
      if (file === null) return;
      file.end();
      await finished(file);
      print(`Every rating that would change is in ${report}.`);
    });
}

const help = `
For use after a change of the rating algorithm, or to fix what an audit found. One sport after the
other, each as a whole or not at all; matches of that sport that are submitted meanwhile wait. Players
see what changed as a correction, and partners are sent rating.updated events.

Exit status: 0 where it is done, 1 where it did not run to the end. Run it again then: sports that
are done already stay as they are.`;

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

async function openReport(path: string) {
  const file = createWriteStream(path);
  try {
    await new Promise((resolve, reject) => file.once('open', resolve).once('error', reject));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The report cannot be written: ${reason}`);
  }
  file.write('member,sport,bracket,before,after\n');
  return file;
}

// Identifiers, sports and brackets are the service's own words, so nothing needs quotes.
function rowOf({ memberId, sport, bracket, before, after }: RatingMove): string {
  return [memberId, sport, bracket, before ?? '', after ?? ''].join(',');
}
