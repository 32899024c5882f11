import { Command } from 'commander';
import { clearRemains } from '../../erasure/clear-remains.ts';
import {
  type ConfirmationOptions,
  confirm,
  confirmationOptions,
  refuseToAskPrograms,
} from '../terminal/confirm.ts';
import { printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { erasePerson } from './erase-person.ts';
import {
  findOnePerson,
  type PersonOptions,
  personOptions,
  type ReportedOptions,
  reportedOption,
  selectReported,
} from './one-person.ts';

/** `member erase`: somebody asked the operator to be erased. */
export function eraseCommand(withDependencies: WithDependencies, terminal: Terminal): Command {
  return confirmationOptions(reportedOption(personOptions(new Command('erase'))))
    .description(
      'Erase a person: their name, facts, account and connections. This cannot be undone.',
    )
    .addHelpText('after', eraseHelp)
    .action((options: PersonOptions & ReportedOptions & ConfirmationOptions) =>
      withDependencies(async (dependencies) => {
        refuseToAskPrograms(options);
        const member = await findOnePerson(dependencies.database, options);
        const { id, member_number: number, display_name: name } = member;
        const { included, lines } = await selectReported(dependencies, id, options);
        if (!options.json) for (const line of lines) terminal.print(line);
        await confirm(terminal, options, {
          warning: `This erases ${name}, member ${number} (${id}), and cannot be undone.`,
          what: 'the member number',
          answer: String(number),
          refusal: 'Nothing was erased: that is not the member number.',
        });
        const cleanUpLater = (error: unknown) => terminal.printError(leftToService(id, error));
        const { connections } = await erasePerson(
          dependencies,
          { memberId: id, selected: included },
          cleanUpLater,
        );
        await clearRemains(dependencies).catch(cleanUpLater);
        printResult(terminal.print, options, {
          value: { memberId: id, erased: true, connections, reported: included },
          lines: [
            `${id} is a former player from now on.`,
            `Connections that ended  ${connections}`,
          ],
        });
      }),
    );
}

function leftToService(memberId: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `${memberId} is erased. What is left of them in the database is cleaned up later, by the service: ${reason}`;
}

const eraseHelp = `
Name, e-mail address, birth date, gender, place and everything to log in with go at once, from
the ghosts they claimed too. Connections end, and their applications are notified. Matches and ratings
stay under the member's id as those of a "Former player". What imports said under the proven address goes too
if the name agrees, and otherwise where --reported selects it. The address may register again, as somebody
new. Copies outside of the database are not reached: its backups, and what applications have read.`;
