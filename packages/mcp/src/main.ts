#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import manifest from '../package.json' with { type: 'json' };
import { CommandError, helpText, readCommand } from './command.ts';
import { createServerFactory } from './create-server.ts';
import { startHttpServer } from './http-server.ts';

// Standard output belongs to the protocol, so messages for people go to standard error.
const log = (line: string) => process.stderr.write(`${line}\n`);

try {
  const command = readCommand(process.argv.slice(2), process.env);
  if (command === 'help') process.stdout.write(helpText);
  else if (command === 'version') process.stdout.write(`${manifest.version}\n`);
  else {
    const createServer = createServerFactory(command.client);
    if (command.port === undefined) {
      const connection = serveStdio(createServer, { onerror: ({ message }) => log(message) });
      stopBySignal(connection.close);
    } else {
      const server = await startHttpServer(createServer, command.port);
      stopBySignal(server.close);
      log(`The MCP server listens on ${server.url}`);
    }
  }
} catch (error) {
  // The user can fix an invalid setting or port, and the message says how.
  const isExpected = error instanceof CommandError || error instanceof TypeError;
  log(
    isExpected || (error as NodeJS.ErrnoException).code
      ? (error as Error).message
      : String((error as Error).stack),
  );
  process.exitCode = 1;
}

function stopBySignal(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}
