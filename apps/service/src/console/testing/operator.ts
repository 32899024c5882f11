import type { Command } from 'commander';
import { beforeEach } from 'vitest';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { createTestDatabase, type DatabaseKind } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { clientInProcess } from '../command/local-client.ts';
import { operatorCommand } from '../operator.ts';
import type { Terminal } from '../terminal.ts';

/** The time at which the operator of a test types. */
export const typedAt = new Date('2026-09-12T18:00:00Z');

export const CALLBACK = 'https://courtside.example/callback';

export interface OperatorOptions {
  kind?: DatabaseKind;
  clock?: () => Date;
  /** Environment variables that differ from the defaults. */
  environment?: Record<string, string>;
}

/** Returns the dependencies of the operator's commands in a test, with an empty database. */
export async function operatorDependencies({
  kind = 'postgres',
  clock = () => typedAt,
  environment = {},
}: OperatorOptions = {}): Promise<Dependencies> {
  return { ...operatorSettings({ clock, environment }), database: await createTestDatabase(kind) };
}

/** Returns the settings without a database. */
export function operatorSettings({
  clock = () => typedAt,
  environment = {},
}: OperatorOptions = {}): Omit<Dependencies, 'database'> {
  return {
    clock,
    configuration: readConfiguration({
      SECRETS_KEY: testSecretsKey,
      VALIDATE_RESPONSES: 'true',
      ...environment,
    }),
    publicUrl: 'https://ratings.example',
  };
}

/** Returns a terminal without output and input, except for the given functions. */
export function silentTerminal(given: Partial<Terminal> = {}): Terminal {
  return {
    print: () => {},
    printError: () => {},
    printProgress: () => {},
    readInput: async () => '',
    readLine: async () => '',
    resolvePath: (path) => path,
    onInterrupt: () => () => {},
    columns: 120,
    ...given,
  };
}

/**
 * Runs a command of the operator.
 * @param input The piped input, or the answer to a question.
 * @returns the lines that it printed.
 */
export async function runOperator(
  dependencies: Dependencies,
  words: readonly string[],
  input = '',
): Promise<string[]> {
  const printed: string[] = [];
  const command = operatorCommand(
    async (use) => await use(clientInProcess(dependencies)),
    silentTerminal({
      print: (line) => printed.push(line),
      readInput: async () => input,
      readLine: async () => input,
    }),
  );
  await command.parseAsync(words, { from: 'user' });
  return printed;
}

/** Opens an operator with an empty database for each test of a suite. */
export function useOperator(options: OperatorOptions = {}) {
  let dependencies: Dependencies | undefined;
  beforeEach(async () => {
    dependencies = await operatorDependencies(options);
  });
  return operatorOf(() => {
    if (dependencies === undefined) throw new Error('The operator only exists while tests run.');
    return dependencies;
  });
}

/** Returns functions that run commands of an operator by their words. */
export function operatorOf(dependencies: () => Dependencies) {
  const typing = async (input: string, ...words: string[]) =>
    (await runOperator(dependencies(), words, input)).join('\n');
  const run = async (...words: string[]) => await typing('correct horse battery', ...words);
  const json = async (...words: string[]) => {
    const printed = await run(...words, '--json');
    return printed === '' ? [] : printed.split('\n').map((line) => JSON.parse(line));
  };
  return {
    dependencies,
    database: () => dependencies().database,
    /** Runs a command with piped input, or an answer to its question. */
    typing,
    /** Runs a command. A member that it creates has the password "correct horse battery". */
    run,
    /** Runs a command with --json, and returns its lines. */
    json,
    createPartner: async (clientId = 'courtside-club', ...more: string[]) => {
      const names = ['--name', 'Courtside Club', '--redirect-uri', CALLBACK];
      return (await json('partner', 'create', clientId, ...names, ...more))[0];
    },
    createMember: async (email = 'mike.brennan@example.com', ...more: string[]) => {
      const names = ['--first-name', 'Mike', '--last-name', 'Brennan'];
      return (await json('member', 'create', '--email', email, ...names, ...more))[0];
    },
  };
}

/** Returns each command of the operator by its words, without groups of commands. */
export function operatorCommands(): [words: string, command: Command][] {
  const all = operatorCommand(async () => {}, silentTerminal());
  return leavesOf(all, []);
}

function leavesOf({ commands }: Command, above: readonly string[]): [string, Command][] {
  return commands.flatMap((command): [string, Command][] => {
    const words = [...above, command.name()];
    return command.commands.length === 0 ? [[words.join(' '), command]] : leavesOf(command, words);
  });
}
