import { Command } from 'commander';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import {
  createOperator,
  editOperator,
  linkOperator,
  removeOperator,
  resetOperator,
} from '../actions/operator-accounts.ts';
import { type ListedOperator, listOperators } from '../operators/store/operator-accounts.ts';
import {
  AS_JSON,
  OperatorError,
  printResult,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

/** `account`: who may use the operator's page. */
export function accountCommand(withDependencies: WithDependencies, { print }: Terminal): Command {
  const account = new Command('account').description(
    "Accounts of operators, by which they use the operator's page.",
  );
  const linkCommand = (
    name: string,
    advice: (name: string) => string,
    make: (dependencies: Dependencies, name: string, email?: string) => Promise<{ link: string }>,
  ) =>
    account
      .command(name)
      .argument('<name>', 'lower-case letters, digits, dots and hyphens')
      .option(...AS_JSON)
      .action((operator: string, options: { json: boolean; email?: string }) =>
        withDependencies(async (dependencies) => {
          const { link } = await make(dependencies, operator, options.email);
          printResult(print, options, {
            value: { name: operator, link },
            lines: [link, `It works once, for 24 hours. ${advice(operator)}`],
          });
        }),
      );
  const toSetUp = (name: string) =>
    `Give it to nobody but ${name}, who chooses a password and sets up an app for codes.`;
  linkCommand('create', toSetUp, createOperator)
    .option('--email <email>', 'where warnings and links to log in are mailed')
    .description('Make an account, and print the link by which its operator sets it up.')
    .addHelpText('after', createHelp);
  linkCommand(
    'reset',
    toSetUp,
    async (dependencies, name) => await resetOperator(dependencies, name),
  )
    .description(
      "Reset an operator's password and authenticator app, and print a link to new ones.",
    )
    .addHelpText('after', resetHelp);

  linkCommand(
    'link',
    (name) => `Give it to nobody but ${name}, who opens it in the browser that is to log in.`,
    async (dependencies, name) => await linkOperator(dependencies, name),
  )
    .description('Print a link by which an operator logs in with a new browser.')
    .addHelpText('after', linkHelp);

  account
    .command('edit')
    .description('Change the e-mail address to which warnings and links to log in are mailed.')
    .argument('<name>')
    .option('--email <email>', 'the new address')
    .option('--no-email', 'mail nothing')
    .option(...AS_JSON)
    .action((name: string, options: { json: boolean; email?: string | boolean }) =>
      withDependencies(async (dependencies) => {
        const { email } = options;
        if (email === undefined || email === true) {
          throw new OperatorError('Give --email with an address, or --no-email.');
        }
        const address = email === false ? null : email;
        await editOperator(dependencies, name, address);
        const where = address === null ? 'nowhere' : `to ${address}`;
        const lines = [`Warnings and links to log in are mailed ${where}.`];
        printResult(print, options, { value: { name, email: address }, lines });
      }),
    );

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

function describe({ name, email, createdAt, setUpAt, lastLogInAt }: ListedOperator): string {
  return [
    name,
    setUpAt === null ? 'not set up' : `set up ${setUpAt.toISOString()}`,
    `made ${createdAt.toISOString()}`,
    `last logged in ${lastLogInAt?.toISOString() ?? 'never'}`,
    ...(email === null ? [] : [`mail to ${email}`]),
  ].join('  ');
}

const createHelp = `
The operator's page is at /operator of the service. There an operator may do what these commands do about
partners, members, matches and deliveries, and the audit names the account.`;

const linkHelp = `
After too many wrong passwords in a day, only browsers that the operator logged in with before can log in. The link
adds one, which still has to give password and code. Where the service sends mails and knows the operator's address, it
mails such a link by itself.`;

const resetHelp = `
For an operator who lost the phone or the password, or whose account is in other hands: they are logged out at
once, and nobody logs in until the link was followed.`;
