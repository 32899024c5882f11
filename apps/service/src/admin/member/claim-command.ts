import { Command } from 'commander';
import { MergeRefusedError, mergeGhost } from '../../claims/merge-ghost.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';

/** `member claim`: a ghost turned out to be a member. */
export function claimCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return new Command('claim')
    .alias('merge')
    .description('Claim a ghost for the member it turned out to be. This cannot be undone.')
    .argument('<ghost>', 'mem_… or a member number')
    .requiredOption('--for <member>', 'mem_… or a member number')
    .option(...AS_JSON)
    .addHelpText('after', claimHelp)
    .action((ghost: string, options: { for: string; json: boolean }) =>
      withDependencies(async (dependencies) => {
        const request = { ghost, member: options.for };
        const merge = await mergeGhost(dependencies, request).catch((error: unknown) => {
          throw error instanceof MergeRefusedError ? new OperatorError(error.message) : error;
        });
        const { ghostId, memberId, matches, ratings, isSettled } = merge;
        const soFar = isSettled ? '' : ' so far; the service settles the others';
        printResult(print, options, {
          value: { ghostId, memberId, matches, ratings, isSettled },
          lines: [
            `${ghostId} is ${memberId} from now on.`,
            `Matches that came over  ${matches}`,
            `Ratings that changed    ${ratings}${soFar}`,
          ],
        });
      }),
    );
}

const claimHelp = `
The ghost's matches and history move over whole, and the ratings become those of one player who
played them all. The ghost's id and number go on naming the member. Matches submitted meanwhile wait.`;
