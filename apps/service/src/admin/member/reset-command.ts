import { Command } from 'commander';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { findOnePerson, type PersonOptions, personOptions } from './one-person.ts';
import { resetAccount } from './reset-account.ts';

interface ResetOptions extends PersonOptions {
  secondFactor: boolean;
  json: boolean;
}

/** `member reset`: somebody else may be in the account. */
export function resetCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return personOptions(new Command('reset'))
    .description(
      'End every session and token of an account, and print a link to choose a new password.',
    )
    .option('--second-factor', 'turn the second factor off too', false)
    .option(...AS_JSON)
    .addHelpText('after', resetHelp)
    .action(({ secondFactor, ...options }: ResetOptions) =>
      withDependencies(async (dependencies) => {
        const { id, display_name: name } = await findOnePerson(dependencies.database, options);
        const request = { memberId: id, withSecondFactor: secondFactor };
        const { link, endedTokens } = await resetAccount(dependencies, request);
        printResult(print, options, {
          value: { memberId: id, link, endedTokens },
          lines: [
            link,
            `It works once, for one hour. Give it to nobody but the player, ${name} (${id}).`,
            `Tokens that ended  ${endedTokens}`,
          ],
        });
      }),
    );
}

const resetHelp = `
The password no longer works, browsers are logged out and forgotten, links sent before no longer work, and the
tokens that partners have of the player end. Connections stay. Be sure who is asking.`;
