#!/usr/bin/env node
import { PartnerRatingError } from '../core/errors/partner-rating-error.ts';
import { VERSION } from '../generated/version.gen.ts';
import { listen } from './listen.ts';
import { CommandError, helpText, readOptions } from './options.ts';
import { lineWriter } from './terminal.ts';

const print = lineWriter(process.stdout);
const log = lineWriter(process.stderr);

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The first signal removes the endpoint; the second exits at once.
    if (ending.signal.aborted) process.exit(1);
    ending.abort();
  });
}
// The reader has closed the output, as after `| head` or in a closed terminal.
for (const output of [process.stdout, process.stderr]) output.on('error', () => ending.abort());

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') process.stdout.write(helpText);
  else if (options === 'version') print(VERSION);
  else await listen(options, { print, log }, ending.signal);
} catch (error) {
  for (const line of explain(error).split('\n')) log(line);
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof PartnerRatingError) return `The service cannot be used: ${error.message}`;
  return String(error instanceof Error ? error.stack : error);
}
