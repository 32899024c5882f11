import { Command } from 'commander';
import { type ListedOperator, listOperators } from '../../operators/store/operator-accounts.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { createOperator, removeOperator, resetOperator } from './operator-accounts.ts';

/** `account`: who may use the operator's page. */
export function accountCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  const account = new Command('account').description(
    "Accounts of operators, by which they use the operator's page.",
  );
  const linkCommand = (
    name: string,
    make: (dependencies: Dependencies, name: string) => Promise<{ link: string }>,
  ) =>
    account
      .command(name)
      .argument('<name>', 'lower-case letters, digits, dots and hyphens')
      .option(...AS_JSON)
      .action((operator: string, options: { json: boolean }) =>
        withDependencies(async (dependencies) => {
          const { link } = await make(dependencies, operator);
          printResult(print, options, {
            value: { name: operator, link },
            lines: [
              link,
              `It works once, for 24 hours. Give it to nobody but ${operator}, who chooses a password and sets up an app for codes.`,
            ],
          });
        }),
      );
  linkCommand('create', createOperator)
    .description('Make an account, and print the link by which its operator sets it up.')
    .addHelpText('after', createHelp);
  linkCommand('reset', resetOperator)
    .description(
      "Reset an operator's password and authenticator app, and print a link to new ones.",
    )
    .addHelpText('after', resetHelp);

  account
    .command('list')
    .description('List the accounts of operators.')
    .option('--json', 'one JSON object a line', false)
    .action(({ json }: { json: boolean }) =>
      withDependencies(async ({ database }) => {
        const operators = await listOperators(database);
        for (const operator of operators) {
          print(json ? JSON.stringify(operator) : describe(operator));
        }
        if (operators.length === 0 && !json) {
          print('There is none yet. `account create` makes one.');
        }
      }),
    );

  account
    .command('remove')
    .description('Remove an account, and log its operator out at once.')
    .argument('<name>')
    .option(...AS_JSON)
    .action((name: string, options: { json: boolean }) =>
      withDependencies(async (dependencies) => {
        await removeOperator(dependencies, name);
        const value = { name, removed: true };
        printResult(print, options, { value, lines: [`${name} is no longer an operator.`] });
      }),
    );
  return account;
}

function describe({ name, createdAt, setUpAt, lastLogInAt }: ListedOperator): string {
  return [
    name,
    setUpAt === null ? 'not set up' : `set up ${setUpAt.toISOString()}`,
    `made ${createdAt.toISOString()}`,
    `last logged in ${lastLogInAt?.toISOString() ?? 'never'}`,
  ].join('  ');
}

const createHelp = `
The operator's page is at /operator of the service. There an operator may do what these commands do about
partners, members, matches and deliveries, and the audit names the account.`;

const resetHelp = `
For an operator who lost the phone or the password, or whose account is in other hands: they are logged out at
once, and nobody logs in until the link was followed.`;
