import { Command } from 'commander';
import { removeSecondFactor } from '../../accounts/second-factor.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { findOnePerson, type PersonOptions, personOptions } from './one-person.ts';

/** `member second-factor`: somebody has neither the phone nor a recovery code any more. */
export function secondFactorCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  const factor = new Command('second-factor').description('The second factor of a member.');
  factor.addCommand(
    personOptions(new Command('remove'))
      .description('Turn off the second factor of a player who lost it.')
      .option(...AS_JSON)
      .addHelpText('after', removeHelp)
      .action((options: PersonOptions & { json: boolean }) =>
        withDependencies(async (dependencies) => {
          const {
            id,
            email,
            display_name: name,
          } = await findOnePerson(dependencies.database, options);
          if (!(await removeSecondFactor(dependencies, { memberId: id, email }))) {
            throw new OperatorError(`${name} (${id}) has no second factor.`);
          }
          printResult(print, options, {
            value: { memberId: id, secondFactor: 'removed' },
            lines: [`${name} (${id}) logs in with the password alone from now on.`],
          });
        }),
      ),
  );
  return factor;
}

const removeHelp = `
Be sure who is asking: the password alone lets them in after that. The player is sent a mail, and the
activity on their account page says it. Their password, browsers and connections stay as they are.`;
