import { Command } from 'commander';
import { auditRatings } from '../../ratings/audit-ratings.ts';
import { describeFinding } from '../../ratings/domain/finding.ts';
import { counted } from '../terminal/counted.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { backtestCommand } from './backtest-command.ts';
import { printProgress } from './ledger-progress.ts';
import { rebuildCommand } from './rebuild-command.ts';

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
          onProgress: printProgress(json ? terminal.printProgress : print),
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
  ratings.addCommand(backtestCommand(terminal));
  return ratings;
}

const auditHelp = `
A difference is a rating, or a player's state after a match on the way to it, that is stored otherwise
than it follows from the ledger, to the last bit. Nothing is changed, and nobody is kept waiting. What is due for settlement
since a result came late or was corrected is no difference; how much that is, is said.

Exit status: 0 where there is no difference, 1 where there is one or the audit did not run.`;
