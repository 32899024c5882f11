import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { operations } from '../api/interface.gen.ts';
import type { Job } from '../api/types.gen.ts';
import { OperatorError, type Terminal } from '../terminal.ts';
import { silentTerminal } from '../testing/operator.ts';
import { runJob } from './follow-job.ts';

const jobId = 'job_01jq8z6v3mfb7s4d2k9c5x1ha0';

const job = (changes: Partial<Job> = {}): Job => ({
  ...{ jobId, kind: 'ratings_rebuild', status: 'running', input: {}, differences: 0 },
  ...{ summary: [], result: null, problem: null, createdBy: 'ana' },
  progress: { done: 1, total: 9, text: 'padel: 1 of 9 matches' },
  createdAt: '2026-09-12T18:00:00.000Z',
  startedAt: '2026-09-12T18:00:00.000Z',
  endedAt: null,
  ...changes,
});

const ended = (changes: Partial<Job>) =>
  job({ status: 'succeeded', endedAt: '2026-09-12T18:01:00.000Z', ...changes });

interface Options {
  /** The states of the job, one for each request. The last one is repeated. */
  stands: Job[];
  differences?: object[][];
  dryRun?: boolean;
  report?: string;
  json?: boolean;
  terminal?: Partial<Terminal>;
}

/** Runs the command of a rebuild, with a service that returns these states. */
async function rebuild({ stands, differences = [], terminal = {}, ...options }: Options) {
  const out: string[] = [];
  const err: string[] = [];
  const calls: string[] = [];
  const pages = differences.map((rows, index) => ({
    differences: rows,
    nextCursor: index < differences.length - 1 ? String(index + 1) : null,
  }));
  const client = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    calls.push(`${request.method} ${pathname.replace('/api/admin/v1', '')}`);
    if (request.method === 'POST') return Response.json(job(), { status: 202 });
    if (pathname.endsWith('/differences')) {
      return Response.json(pages[Number(searchParams.get('cursor') ?? 0)]);
    }
    return Response.json(stands.length > 1 ? stands.shift() : stands[0]);
  };
  const operation = operations.find(({ id }) => id === 'ratings.rebuild');
  if (operation === undefined) throw new Error('The document has a rebuild.');
  const { dryRun = false, json = false, report } = options;
  const failure = await runJob(client, operation, new Map([['dryRun', dryRun]]), {
    terminal: silentTerminal({
      print: (line) => out.push(line),
      printError: (line) => err.push(line),
      printProgress: (line) => err.push(line),
      ...terminal,
    }),
    json,
    report,
  }).then(
    () => null,
    (error: unknown) => error,
  );
  return { out, err, calls, failure };
}

it('follows a job, and prints its progress and its result', async () => {
  const stands = [job(), ended({ summary: ['padel: 3 ratings changed.', 'Done.'] })];
  expect(await rebuild({ stands })).toEqual({
    out: ['padel: 3 ratings changed.', 'Done.'],
    err: ['padel: 1 of 9 matches'],
    calls: ['POST /ratings/rebuilds', `GET /jobs/${jobId}`, `GET /jobs/${jobId}`],
    failure: null,
  });
  const done = ended({ summary: ['Done.'], result: { sports: [] } });
  expect((await rebuild({ stands: [done], json: true })).out).toEqual([JSON.stringify(done)]);
});

it('fails with the problem after the result', async () => {
  const found = ended({ summary: ['Rating of …'], problem: '1 difference was found.\nRebuild.' });
  const { out, failure } = await rebuild({ stands: [found] });
  expect(out).toEqual(['Rating of …']);
  expect(failure).toBeInstanceOf(OperatorError);
  expect((failure as OperatorError).lines).toEqual(['1 difference was found.', 'Rebuild.']);
});

it('Ctrl-C cancels the job, waits for its end, and fails', async () => {
  let interrupt = () => {};
  let isIgnored = false;
  const stands = [job(), job(), ended({ status: 'cancelled' })];
  const { calls, err, failure } = await rebuild({
    stands,
    terminal: {
      printProgress: () => interrupt(),
      onInterrupt: (run) => {
        interrupt = () => {
          interrupt = () => {};
          run();
        };
        return () => {
          isIgnored = true;
        };
      },
    },
  });
  expect(calls).toContain(`PUT /jobs/${jobId}/cancellation`);
  expect(err).toEqual([`Cancelling ${jobId}. Press Ctrl-C again to leave it running.`]);
  expect(String(failure)).toContain(`${jobId} was cancelled.`);
  expect(isIgnored).toBe(true);
});

it('writes a report with every difference of all pages, only for a dry run', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'report-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const report = join(directory, 'moves.csv');
  const of = (memberId: string, before: number | null) => ({
    ...{ memberId, sport: 'padel', bracket: 'overall-open', before, after: 4 },
  });
  const differences = [[of('mem_a', 3.5)], [of('mem_b', null)]];
  const stands = [ended({})];
  const { out, failure } = await rebuild({ stands, differences, dryRun: true, report });
  expect([out, failure]).toEqual([[`Every difference that it found is in ${report}.`], null]);
  expect(await readFile(report, 'utf8')).toBe(
    'member,sport,bracket,before,after\nmem_a,padel,overall-open,3.5,4\nmem_b,padel,overall-open,,4\n',
  );
  const refused = await rebuild({ stands, report });
  expect(String(refused.failure)).toContain('--report needs --dry-run');
  expect(refused.calls).toEqual([]);
  const nowhere = await rebuild({ stands, dryRun: true, report: '/nowhere/moves.csv' });
  expect(String(nowhere.failure)).toContain('Choose another --report: ENOENT');
  expect(nowhere.calls).toEqual([]);
});

it('writes a report that only its owner may read, and never overwrites a file or follows a link', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'report-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const [report, link] = [join(directory, 'moves.csv'), join(directory, 'link.csv')];
  const stands = [ended({})];
  expect((await rebuild({ stands, differences: [[]], dryRun: true, report })).failure).toBeNull();
  expect((await stat(report)).mode & 0o777).toBe(0o600);

  const target = join(directory, 'target.csv');
  await symlink(target, link);
  await writeFile(report, 'earlier');
  for (const path of [report, link]) {
    const { failure, calls } = await rebuild({ stands, dryRun: true, report: path });
    expect(String(failure)).toContain('Choose another --report: EEXIST');
    expect(calls).toEqual([]);
  }
  expect(await readFile(report, 'utf8')).toBe('earlier');
  await expect(stat(target)).rejects.toThrow('ENOENT');
});

it('leaves no report of a job that could not be followed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'report-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const report = join(directory, 'moves.csv');
  const terminal = {
    printProgress: () => {
      throw new Error('The terminal is gone.');
    },
  };
  const { failure } = await rebuild({ stands: [job()], dryRun: true, report, terminal });
  expect(String(failure)).toContain('The terminal is gone.');
  await expect(stat(report)).rejects.toThrow('ENOENT');
});
