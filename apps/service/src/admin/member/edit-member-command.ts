import { Command, Option } from 'commander';
import { OperatorError } from '../terminal/operator-error.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { editMember, type MemberEdit } from './edit-member.ts';

/** `member edit`: what was mistyped about a player, or is otherwise by now. */
export function editMemberCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return new Command('edit')
    .description('Correct the facts of a member, or the address they log in with.')
    .argument('<member>', 'mem_… or a member number')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--birth-date <date>', 'YYYY-MM-DD')
    .addOption(new Option('--gender <gender>').choices(['MALE', 'FEMALE', 'OTHER', 'UNKNOWN']))
    .option('--city <city>')
    .option('--state <state>')
    .option('--zip <zip>')
    .option('--country <country>', 'ISO 3166-1 alpha-2')
    .option('--email <email>', 'the address they log in with, not proven until they follow a link')
    .option(...AS_JSON)
    .addHelpText('after', editHelp)
    .action((reference: string, { json, ...edit }: MemberEdit & { json: boolean }) =>
      withDependencies(async (dependencies) => {
        if (Object.keys(edit).length === 0) {
          throw new OperatorError('Say what to change: `member edit --help` lists what can be.');
        }
        const { memberId, changed } = await editMember(dependencies, reference, edit);
        const line =
          changed.length === 0
            ? `${memberId} is so already.`
            : `${memberId} has another ${changed.join(', ')}.`;
        printResult(print, { json }, { value: { memberId, changed }, lines: [line] });
      }),
    );
}

const editHelp = `
An empty text takes a fact away: --city ''. Matches that were played keep the brackets they were rated in.
The address that was theirs is sent a mail where the service sends any.`;
