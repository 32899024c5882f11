import { Command } from 'commander';
import { MergeRefusedError, mergeGhost } from '../claims/merge-ghost.ts';
import { OperatorError } from './operator-error.ts';
import type { Terminal, WithDependencies } from './terminal.ts';

/** `member claim`: a ghost turned out to be a member. */
export function claimCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return new Command('claim')
    .description('Claim a ghost for the member it turned out to be. This cannot be undone.')
    .argument('<ghost>', 'mem_… or a member number')
    .requiredOption('--for <member>', 'mem_… or a member number')
    .addHelpText('after', claimHelp)
    .action((ghost: string, options: { for: string }) =>
      withDependencies(async (dependencies) => {
        const request = { ghost, member: options.for };
        const merge = await mergeGhost(dependencies, request).catch((error: unknown) => {
          throw error instanceof MergeRefusedError ? new OperatorError(error.message) : error;
        });
        const { ghostId, memberId, matches, ratings, isSettled } = merge;
        print(`${ghostId} is ${memberId} from now on.`);
        print(`Matches that came over  ${matches}`);
        print(
          `Ratings that changed    ${ratings}${isSettled ? '' : ' so far; the service settles the others'}`,
        );
      }),
    );
}

const claimHelp = `
The ghost's matches and history move over whole, and the ratings become those of one player who
played them all. The ghost's id and number go on naming the member. Matches submitted meanwhile wait.`;
