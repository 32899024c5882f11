import { clientInProcess } from '@partner-rating/service/src/console/command/local-client.ts';
import { runOperatorCommand } from '@partner-rating/service/src/console/operator.ts';
import type { Terminal } from '@partner-rating/service/src/console/terminal.ts';
import { expectThat } from '../finding.ts';
import { operate } from './network.ts';
import type { World } from './world.ts';

interface CommandOutcome {
  status: number;
  /** The printed lines, which are JSON. */
  lines: Record<string, unknown>[];
  errors: string[];
  /** Whether the service crashed, so that the command ran again. */
  isRepeated: boolean;
}

/** Runs an operator's command inside the service, with JSON output. */
export async function runCommand(
  world: World,
  ...words: readonly string[]
): Promise<CommandOutcome> {
  world.noteCommand(words);
  const { crashes } = world;
  const { status, lines, errors } = await operate(world, async () => await run(world, words));
  const typed = words.join(' ');
  world.record(`operator ${typed} ${status}`);
  const fault = errors.find((line) => line.includes('    at '));
  expectThat(fault === undefined, () => `The command ${typed} failed: ${fault}`);
  for (const { value } of [...world.model.accessTokens, ...world.model.refreshTokens].slice(-20)) {
    expectThat(
      lines.every((line) => !line.includes(value)),
      () => `The command ${typed} prints a token.`,
    );
  }
  return {
    status,
    lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    errors,
    isRepeated: world.crashes > crashes,
  };
}

/** Runs a command that must succeed. If the service crashed, the command may already have taken effect. */
export async function runToSuccess(
  world: World,
  ...words: readonly string[]
): Promise<Record<string, unknown>[]> {
  const { status, lines, errors, isRepeated } = await runCommand(world, ...words);
  expectThat(
    status === 0 || isRepeated,
    () => `The command ${words.join(' ')} failed: ${errors.join(' ')}`,
  );
  return lines;
}

async function run(
  { dependencies }: World,
  words: readonly string[],
): Promise<{ status: number; lines: string[]; errors: string[] }> {
  const lines: string[] = [];
  const errors: string[] = [];
  const terminal: Terminal = {
    print: (line) => lines.push(line),
    printError: (line) => errors.push(line),
    printProgress: () => {},
    readInput: async () => '',
    readLine: async () => '',
    resolvePath: (path) => path,
    onInterrupt: () => () => {},
    columns: Number.POSITIVE_INFINITY,
  };
  const status = await runOperatorCommand(
    [...words, '--json'],
    terminal,
    () => (use) => use(clientInProcess(dependencies)),
  );
  return { status, lines, errors };
}
