import { setTimeout as sleep } from 'node:timers/promises';
import type { InterfaceOperation } from '../api/interface-types.ts';
import type { Job, RatingDifference } from '../api/types.gen.ts';
import { OperatorError, type Terminal } from '../terminal.ts';
import {
  type AdminClient,
  callOperation,
  operationOf,
  readPages,
  type Values,
} from './call-operation.ts';
import { type NewFile, writeNewFile } from './new-file.ts';

interface FollowOptions {
  terminal: Terminal;
  json: boolean;
  /** The CSV file for the differences that the job lists. */
  report: string | undefined;
}

/**
 * Starts a job, follows it until it ends, and prints its result. Ctrl-C cancels it.
 * @throws OperatorError if it failed, was cancelled, or found a problem.
 */
export async function runJob(
  client: AdminClient,
  operation: InterfaceOperation,
  values: Values,
  { terminal, json, report }: FollowOptions,
): Promise<void> {
  const mayRunDry = operation.fields.some(({ name }) => name === 'dryRun');
  if (report !== undefined && mayRunDry && values.get('dryRun') !== true) {
    throw new OperatorError('--report needs --dry-run: see which ratings would move first.');
  }
  const follow = async () => {
    const { jobId } = (await callOperation(client, operation, values)) as unknown as Job;
    return await untilEnded(client, jobId, terminal);
  };
  // The file first: a job that cannot be reported is not started.
  const job =
    report === undefined
      ? await follow()
      : await writeNewFile(terminal.resolvePath(report), '--report', async (file) => {
          await append(file, 'member,sport,bracket,before,after\n');
          const ended = await follow();
          await writeDifferences(client, ended.jobId, file);
          return ended;
        });
  const { print } = terminal;
  for (const line of json ? [JSON.stringify(job)] : job.summary) print(line);
  if (job.status === 'cancelled') throw new OperatorError(`${job.jobId} was cancelled.`);
  if (!json && report !== undefined) print(`Every difference that it found is in ${report}.`);
  if (job.problem !== null) throw new OperatorError(job.problem.split('\n'));
}

const FIRST_PAUSE_MILLISECONDS = 20;

const MAX_PAUSE_MILLISECONDS = 1_000;

async function untilEnded(
  client: AdminClient,
  jobId: string,
  { printProgress, printError, onInterrupt }: Terminal,
): Promise<Job> {
  const call = async (id: string) =>
    (await callOperation(client, operationOf(id), new Map([['jobId', jobId]]))) as unknown as Job;
  let cancelling: Promise<unknown> = Promise.resolve();
  const ignore = onInterrupt(() => {
    printError(`Cancelling ${jobId}. Press Ctrl-C again to leave it running.`);
    cancelling = call('jobs.cancel').catch(() => {});
  });
  try {
    for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause *= 1.5) {
      const job = await call('jobs.get');
      if (job.endedAt !== null) return job;
      if (job.progress.text !== '') printProgress(job.progress.text);
      await sleep(Math.min(pause, MAX_PAUSE_MILLISECONDS));
    }
  } finally {
    ignore();
    await cancelling;
  }
}

async function writeDifferences(client: AdminClient, jobId: string, file: NewFile): Promise<void> {
  const values = new Map([['jobId', jobId]]);
  for await (const { entries } of readPages(client, operationOf('jobs.listDifferences'), values)) {
    await append(file, (entries as unknown as RatingDifference[]).map(rowOf).join(''));
  }
}

// The service makes ids, sports, and brackets without commas, so no value needs quotes.
function rowOf({ memberId, sport, bracket, before, after }: RatingDifference): string {
  return `${[memberId, sport, bracket ?? '', before ?? '', after ?? ''].join(',')}\n`;
}

/** @throws OperatorError if the disk refuses the text. */
async function append(file: NewFile, text: string): Promise<void> {
  await file.appendFile(text).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The report cannot be written: ${reason}`);
  });
}
