#!/usr/bin/env node
import { PartnerRatingError } from '../core/errors/partner-rating-error.ts';
import { listen } from './listen.ts';
import { CommandError, helpText, readOptions } from './options.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const log = (line: string) => process.stderr.write(`${line}\n`);

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The first signal restores the endpoint; a second one exits at once.
    if (ending.signal.aborted) process.exit(1);
    ending.abort();
  });
}
// Nobody reads the output any more, as after `| head` or in a closed terminal.
for (const output of [process.stdout, process.stderr]) output.on('error', () => ending.abort());

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') process.stdout.write(helpText);
  else await listen(options, { print, log }, ending.signal);
} catch (error) {
  log(explain(error));
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof PartnerRatingError) return `The service cannot be used: ${error.message}`;
  return String(error instanceof Error ? error.stack : error);
}
