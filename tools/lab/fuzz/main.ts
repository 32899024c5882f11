// Runs more contract fuzzing than the tests do.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { contract } from '@partner-rating/spec/contract';
import { Command, InvalidArgumentError, Option } from 'commander';

interface Options {
  runs: number;
  seed: number;
  operation?: string;
}

const command = new Command('pnpm fuzz')
  .description(
    'Sends made-up requests to the service and checks the responses against the document.',
  )
  .addOption(
    new Option('--runs <number>', 'requests of each kind and operation')
      .default(1_000)
      .argParser((text) => wholeNumber(text, 1)),
  )
  .addOption(
    new Option('--seed <number>', 'repeats the requests of an earlier run')
      .default(Math.floor(Math.random() * 1_000_000_000), 'random')
      .argParser((text) => wholeNumber(text, 0)),
  )
  .option('--operation <id>', 'only one operation, such as matches.submit', operationId)
  .parse();

const { runs, seed, operation } = command.opts<Options>();
process.stdout.write(`Seed ${seed}\n`);
const vitest = dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
const { status } = spawnSync(
  process.execPath,
  [join(vitest, 'vitest.mjs'), 'run', 'fuzz/fuzz.full.test.ts'],
  {
    cwd: dirname(import.meta.dirname),
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_RUNS: String(runs),
      FUZZ_SEED: String(seed),
      FUZZ_OPERATION: operation ?? '',
    },
  },
);
process.exit(status ?? 1);

function wholeNumber(text: string, min: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text);
  throw new InvalidArgumentError(`Give a whole number from ${min} to 999999999.`);
}

function operationId(text: string): string {
  const ids = contract.operations().map(({ id }) => id);
  if (ids.includes(text)) return text;
  throw new InvalidArgumentError(`Known operations: ${ids.toSorted().join(', ')}.`);
}
