import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { InvalidAccountError } from './accounts/create-account.ts';
import { operatorCommand } from './admin/command.ts';
import { OperatorError } from './admin/terminal/operator-error.ts';
import { throttleLines } from './admin/terminal/throttle-lines.ts';
import { whichDatabase } from './admin/terminal/which-database.ts';
import { readConfiguration } from './platform/configuration/configuration.ts';
import { openDatabase } from './platform/database/open.ts';
import { explainStartFailure } from './start-failure.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const printProgress = throttleLines(
  (line) => process.stderr.write(`${line}\n`),
  () => performance.now(),
);

const command = operatorCommand(
  async (run) => {
    const configuration = readConfiguration(process.env);
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
);

try {
  await command.parseAsync();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof InvalidAccountError) return error.message;
  return (
    explainStartFailure(error, 'The command did not run') ??
    String(error instanceof Error ? error.stack : error)
  );
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
