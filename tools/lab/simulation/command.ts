// The options and the output of `pnpm simulate`.

import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { operations as operationsOfContract } from '@partner-rating/server';
import { Command, InvalidArgumentError, Option } from 'commander';
import { actionNamed, actions } from './actions/all.ts';
import { findPlanted } from './faults/find-planted.ts';
import { SimulatedDatabase } from './machine/database.ts';
import { describeFailure, playSeed } from './report.ts';

interface Options {
  seed: number;
  seeds: number;
  operations: number;
  jobs: number;
  stride: number;
  only?: number[];
  continue: boolean;
  brief: boolean;
  planted?: true | string[];
}

const wholeNumber = (text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number.');
};

/** Plays the stories of the seeds and prints the result of each. Returns the exit code. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const command = new Command('pnpm simulate')
    .description(
      'Plays made-up stories, which are lists of steps, with the whole service, crashes, and a bad network, and checks what must hold.',
    )
    .option('--seed <number>', 'the first seed; the same one gives the same story', wholeNumber, 1)
    .option('--seeds <count>', 'how many seeds, one after the other', wholeNumber, 1)
    .option('--operations <count>', 'how many things happen in a story', wholeNumber, 300)
    .option('--jobs <count>', 'how many processes', wholeNumber, 1)
    .option('--only <numbers>', 'these operations of the story alone, such as 3,17,40', (text) =>
      text.split(',').map(wholeNumber),
    )
    .option('--continue', 'go on after a seed that failed', false)
    .option('--brief', 'do not look for the shortest story of a failure', false)
    .option(
      '--planted [names...]',
      'plant errors in the service (all of the list, or these), and check that the stories find each',
    )
    // The options with which --jobs starts its processes.
    .addOption(new Option('--stride <count>').argParser(wholeNumber).default(1).hideHelp())
    .addHelpText('after', help);
  command.parse([...words], { from: 'user' });
  const options = command.opts<Options>();
  if (options.planted !== undefined) {
    const names = options.planted === true ? null : options.planted;
    return (await findPlanted({ ...options, names, print })) === 0 ? 0 : 1;
  }
  const failed = options.jobs > 1 ? await runJobs(words, options) : await runSeeds(options);
  return failed === 0 ? 0 : 1;
}

const help = `
Exits with 1 where something did not hold. The story is printed then, as short as it could be made, with the command
that plays it again. On this machine: --jobs ${availableParallelism()}.`;

async function runSeeds({
  seed: first,
  seeds,
  operations,
  only,
  stride,
  ...options
}: Options): Promise<number> {
  const simulated = await SimulatedDatabase.open();
  const begun = process.cpuUsage();
  let played = 0;
  let failed = 0;
  const left = new Set<string>(operationsOfContract.map(({ id }) => id));
  const closed = new Set(Object.keys(actions).flatMap((name) => actionNamed(name).pages ?? []));
  for (let index = 0; index < seeds; index += 1) {
    const seed = first + index * stride;
    const request = { seed, operations, only: only ?? null };
    const outcome = await playSeed(simulated, request);
    played += only?.length ?? operations;
    for (const operation of outcome.operations) left.delete(operation);
    for (const page of outcome.pages) closed.delete(page);
    if (outcome.finding === null) {
      const crashes = `${outcome.crashes} ${outcome.crashes === 1 ? 'crash' : 'crashes'}`;
      print(
        `Seed ${seed} holds (${index + 1} of ${seeds}): ${operations} operations, ${crashes}, ${outcome.digest}.`,
      );
      continue;
    }
    failed += 1;
    print(
      options.brief
        ? `Seed ${seed} failed: ${outcome.finding}`
        : await describeFailure(simulated, request, outcome),
    );
    if (!options.continue) break;
  }
  const { user, system } = process.cpuUsage(begun);
  const milliseconds = (user + system) / 1_000 / Math.max(1, played);
  print(
    `${played} operations, ${milliseconds.toFixed(1)} ms of CPU each: ${failed === 0 ? 'everything held' : `${failed} failed`}.`,
  );
  if (only !== undefined) return failed;
  if (left.size > 0) print(`Operations that never succeeded: ${[...left].join(', ')}.`);
  if (closed.size > 0) print(`Pages that nobody opened: ${[...closed].join(', ')}.`);
  return failed;
}

/** Plays the stories in several processes, each with a share of the seeds. */
async function runJobs(words: readonly string[], { seed, seeds, jobs }: Options): Promise<number> {
  const codes = await Promise.all(
    Array.from({ length: Math.min(jobs, seeds) }, async (_, job) => {
      const share = Math.ceil((seeds - job) / jobs);
      const counts = ['--seed', `${seed + job}`, '--seeds', `${share}`, '--stride', `${jobs}`];
      const own = ['--jobs', '1', ...counts];
      const child = fork(process.argv[1] ?? '', [...words, ...own]);
      return await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
    }),
  );
  const failed = codes.filter((code) => code !== 0).length;
  print(
    `${seeds} seeds in ${codes.length} processes: ${failed === 0 ? 'everything held' : `${failed} of them found a fault`}.`,
  );
  return failed;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
