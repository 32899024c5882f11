#!/usr/bin/env node
import module from 'node:module';
import { Command } from 'commander';
import {
  ENV_FILE,
  oldestNode,
  settingsHelp,
  version,
} from './platform/configuration/configuration.ts';

// npm only warns about it. An older version fails first without the hash of passwords.
if (process.versions.node.localeCompare(oldestNode, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `Node ${oldestNode} or newer is needed, and this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

// Compiling the modules was most of the CPU time of an operator's command, so the result is cached.
module.enableCompileCache();

// Loads a command only when it runs: `--help` needs no database, and an operator needs no web server.
const program = new Command('partner-rating-service')
  .description(
    'The Partner Rating Service: player ratings for racquet sports, with an API for partners.',
  )
  .version(version)
  .showHelpAfterError('(see --help)')
  // 2 is the usual exit status for wrong arguments, also of the subcommands.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

program
  .command('start')
  .summary('run the service')
  .description(
    'Run the service until Ctrl-C or SIGTERM. It brings the schema of the database up to date first. ' +
      'Without a DATABASE_URL it keeps an embedded database in DATA_DIR, which the first start fills ' +
      'with a demonstration.',
  )
  .option(...ENV_FILE)
  .option(
    '--app <client_id>',
    'register an application of yours in the demonstration, to build it against; with --redirect',
  )
  .option('--redirect <url>', 'its callback address; another one at a later start is added')
  .addHelpText('after', settingsHelp)
  .action(async (options: { envFile?: string; app?: string; redirect?: string }) => {
    const { start } = await import('./start.ts');
    await start(options);
  });

program
  .command('migrate')
  .summary('bring the schema of the database up to date, and stop')
  .description(
    'Bring the schema of the database up to date and stop, so that instances that start afterwards ' +
      'need not. If it is up to date, nothing happens.',
  )
  .option(...ENV_FILE)
  .action(async (options: { envFile?: string }) => {
    const { migrate } = await import('./console/migrate.ts');
    await migrate(options);
  });

program
  .command('operator')
  .description('partners and their keys, members, matches, ratings, secrets, the audit')
  // The operator's commands have their own help, including `--help`.
  .helpOption(false)
  .allowUnknownOption()
  .argument('[command...]')
  .action(async (words: string[]) => {
    const { operate } = await import('./console/operator.ts');
    await operate(words);
  });

program
  .command('completion')
  .summary('print a script that completes commands in a shell')
  .description(
    'Print a script that completes the commands and options of this program. For bash: ' +
      '`source <(partner-rating-service completion bash)`.',
  )
  .argument('<shell>', 'bash, zsh, fish or powershell')
  .action(async (shell: string) => await complete(['completion', shell]));

// The script runs this command at each tab.
program
  .command('complete', { hidden: true })
  .argument('[words...]')
  .action(async (words: string[]) => await complete(['complete', '--', ...words]));

async function complete(words: string[]): Promise<void> {
  const completion = await import('./console/command/complete.ts');
  await completion.complete(program, words);
}

await program.parseAsync();
