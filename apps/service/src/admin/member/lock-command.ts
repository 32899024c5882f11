import { Command } from 'commander';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { lockAccess, unlockAccess } from './account-lock.ts';
import { findOnePerson, type PersonOptions, personOptions } from './one-person.ts';

type Options = PersonOptions & { reason?: string; json: boolean };

/** `member lock`: nobody logs in to the account any more, for as long as the operator says so. */
export function lockCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return personOptions(new Command('lock'))
    .description('Let nobody log in to an account, and end its sessions, tokens and links.')
    .option('--reason <text>', 'for the audit; the player is not shown it')
    .option(...AS_JSON)
    .addHelpText('after', lockHelp)
    .action((options: Options) =>
      withDependencies(async (dependencies) => {
        const { id, display_name: name } = await findOnePerson(dependencies.database, options);
        const change = { memberId: id, reason: options.reason };
        const { changed, endedTokens } = await lockAccess(dependencies, change);
        const line = changed
          ? `${name} (${id}) can no longer log in. Tokens that ended: ${endedTokens}.`
          : `${name} (${id}) is locked already.`;
        const value = { memberId: id, isLocked: true, changed, endedTokens };
        printResult(print, options, { value, lines: [line] });
      }),
    );
}

/** `member unlock`: the player logs in as before. */
export function unlockCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return personOptions(new Command('unlock'))
    .description('Let the player log in again, with the same password.')
    .option(...AS_JSON)
    .action((options: Options) =>
      withDependencies(async (dependencies) => {
        const { id, display_name: name } = await findOnePerson(dependencies.database, options);
        const changed = await unlockAccess(dependencies, id);
        const line = changed
          ? `${name} (${id}) can log in again.`
          : `${name} (${id}) is not locked.`;
        const value = { memberId: id, isLocked: false, changed };
        printResult(print, options, { value, lines: [line] });
      }),
    );
}

const lockHelp = `
Browsers are logged out at once, links sent before no longer work, and the tokens that partners have of the player
end. While it is locked, only links that you print yourself choose a new password. Connections, matches and ratings
stay: once unlocked the player logs in, and partners have them authorize again.`;
