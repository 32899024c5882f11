import { Command } from 'commander';
import { auditRatings, type LedgerProgress } from '../ratings/audit-ratings.ts';
import { describeFinding } from '../ratings/domain/finding.ts';
import { rebuildRatings } from '../ratings/rebuild-ratings.ts';
import { backtestCommand } from './backtest-command.ts';
import { OperatorError } from './partners.ts';
import type { Terminal, WithDependencies } from './terminal.ts';

type Print = Terminal['print'];

/** The operator's commands about ratings and the ledger they follow from. */
export function ratingsCommand(withDependencies: WithDependencies, terminal: Terminal): Command {
  const { print } = terminal;
  const ratings = new Command('ratings').description(
    'Ratings, and the ledger of matches they follow from.',
  );
  ratings
    .command('audit')
    .description('Recompute all ratings from the ledger and report every difference.')
    .addHelpText('after', auditHelp)
    .action(() =>
      withDependencies(async (dependencies) => {
        const { matches, findings } = await auditRatings(dependencies, {
          onFinding: (finding) => print(describeFinding(finding)),
          onProgress: printProgress(print),
        });
        if (findings > 0) {
          throw new OperatorError(
            `${counted(findings, 'difference was', 'differences were')} found. \`ratings rebuild\` makes the ratings what the ledger says.`,
          );
        }
        print(
          `${counted(matches, 'match', 'matches')} gone through. The ratings are what the ledger says.`,
        );
      }),
    );
  ratings
    .command('rebuild')
    .description('Rate the whole ledger again and make the ratings what comes of it.')
    .option('--dry-run', 'say what would change, and change nothing', false)
    .addHelpText('after', rebuildHelp)
    .action(({ dryRun }: { dryRun: boolean }) =>
      withDependencies(async (dependencies) => {
        const onProgress = printProgress(print);
        const verb = dryRun ? 'would change' : 'changed';
        for (const rebuilt of await rebuildRatings(dependencies, { dryRun, onProgress })) {
          const { sport, matches, steps, ratings: changed } = rebuilt;
          const ratingsAndSteps = `${counted(changed, 'rating', 'ratings')} and ${counted(steps, 'step', 'steps')} ${verb}`;
          print(`${sport}: ${ratingsAndSteps}, of ${counted(matches, 'match', 'matches')}.`);
        }
        if (dryRun) print('This was a dry run: nothing was stored.');
      }),
    );
  ratings.addCommand(backtestCommand(terminal));
  return ratings;
}

const auditHelp = `
A difference is a rating, or a step on the way to it, that is stored otherwise than it follows from
the ledger, to the last bit. Nothing is changed, and nobody is kept waiting.

Exit status: 0 where there is no difference, 1 where there is one or the audit did not run.`;

const rebuildHelp = `
For use after a change of the rating algorithm, or to fix what an audit found. One sport after the
other, each as a whole or not at all; matches of that sport that are submitted meanwhile wait. Players
see what changed as a correction, and partners are sent rating.updated events.

Exit status: 0 where it is done, 1 where it did not run to the end. Run it again then: sports that
are done already stay as they are.`;

const MATCHES_A_LINE = 50_000;

function printProgress(print: Print): (progress: LedgerProgress) => void {
  let printed = 0;
  let current = '';
  return ({ sport, done, total }) => {
    if (sport !== current) printed = 0;
    current = sport;
    if (done - printed < MATCHES_A_LINE && done < total) return;
    printed = done;
    print(`${sport}: ${done} of ${counted(total, 'match', 'matches')}`);
  };
}

function counted(amount: number, one: string, several: string): string {
  return `${amount} ${amount === 1 ? one : several}`;
}
