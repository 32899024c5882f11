import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { InvalidAccountError } from './accounts/create-account.ts';
import { operatorCommand } from './admin/command.ts';
import { OperatorError } from './admin/terminal/operator-error.ts';
import { throttleLines } from './admin/terminal/throttle-lines.ts';
import { whichDatabase } from './admin/terminal/which-database.ts';
import { readConfiguration } from './platform/configuration/configuration.ts';
import { ENV_FILE, readEnvironment } from './platform/configuration/env-file.ts';
import { openDatabase } from './platform/database/open.ts';
import { describeFault, explainStartFailure } from './start-failure.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const printProgress = throttleLines(
  (line) => process.stderr.write(`${line}\n`),
  () => performance.now(),
);

/** Runs the operator's command that these words name. */
export async function operate(words: string[]): Promise<void> {
  const command = operatorCommand(
    async (run) => {
      const { envFile } = command.opts<{ envFile?: string }>();
      const configuration = readConfiguration(readEnvironment(envFile, process.env));
      process.stderr.write(`Database: ${whichDatabase(configuration)}\n`);
      const { database, close } = await openDatabase(configuration);
      try {
        const publicUrl = configuration.publicUrl ?? `http://localhost:${configuration.port}`;
        await run({ database, clock: () => new Date(), configuration, publicUrl });
      } finally {
        await close();
      }
    },
    { print, printProgress, readInput: () => text(process.stdin), readLine },
  )
    .name('partner-rating-service operator')
    .option(...ENV_FILE);
  try {
    await command.parseAsync(words, { from: 'user' });
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof InvalidAccountError) return error.message;
  return explainStartFailure(error, 'The command did not run') ?? describeFault(error);
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
