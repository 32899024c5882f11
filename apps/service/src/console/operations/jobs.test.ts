import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openClub } from '../../matches/testing/story.ts';
import { play } from '../../matches/testing/voids.ts';
import { readSnapshot } from '../../platform/database/prepared-statement.ts';
import type { JobContext } from '../jobs/run-job.ts';
import { startJob, stopJobs } from '../jobs/start-job.ts';
import { insertJob } from '../jobs/store/jobs.ts';
import { adminSender, useAdmin } from '../testing/admin.ts';
import { typedAt as now, operatorDependencies, operatorSettings } from '../testing/operator.ts';

const { send, dependencies } = useAdmin();

type Sent = Awaited<ReturnType<typeof send>>;

/** Requests a job until it has ended. */
async function ended(jobId: string, ask = send): Promise<Sent['body']> {
  for (;;) {
    const { body } = await ask(`GET /jobs/${jobId}`);
    if (body.endedAt !== null) return body;
    await sleep(5);
  }
}

/** Starts a job that runs until it is stopped. Resolves when it runs. */
async function startEndless(kind: 'ratings_audit' | 'ratings_rebuild' = 'ratings_rebuild') {
  const running = Promise.withResolvers<void>();
  const work = async ({ onProgress }: JobContext) => {
    running.resolve();
    for (let done = 0; ; done += 1) {
      onProgress({ done, total: 100, text: `padel: ${done} of 100 matches` });
      await sleep(1);
    }
  };
  const { id: jobId } = await startJob(dependencies(), {
    ...{ kind, input: {}, createdBy: 'ana', work },
  });
  onTestFinished(async () => await stopJobs(dependencies().database));
  return { jobId, running: running.promise };
}

async function insertOfAnotherInstance(leaseUntil: Date, id = 'job_01jq8z6v3mfb7s4d2k9c5x1ha0') {
  const job = { kind: 'ratings_rebuild', input: {}, createdBy: 'ben', createdAt: new Date(0) };
  await dependencies()
    .database.transaction()
    .execute(async (transaction) =>
      insertJob(transaction, { ...job, id, leaseUntil, expiresAt: new Date(8e12) }),
    );
  return id;
}

describe('a job', () => {
  it('202: starts at once, and shows its result when it has ended', async () => {
    const started = await send('POST /ratings/audits');
    const { jobId } = started.body;
    expect(started).toMatchObject({
      status: 202,
      body: {
        kind: 'ratings_audit',
        status: expect.stringMatching(/^(queued|running)$/),
        createdBy: 'ana',
        endedAt: null,
      },
    });
    expect(started.headers.get('location')).toMatch(new RegExp(`/jobs/${jobId}$`));
    expect(await ended(jobId)).toMatchObject({
      status: 'succeeded',
      summary: ['0 matches checked. The ratings follow from the ledger.'],
      result: { matches: 0, findings: 0, due: 0 },
      problem: null,
      startedAt: now.toISOString(),
    });
    const { entries } = (await send('GET /audit-entries?action=job.')).body;
    expect(entries).toMatchObject([
      { action: 'job.started', operator: 'ana', details: { jobId, kind: 'ratings_audit' } },
    ]);
  });

  it('lists the findings of an audit as a problem', async () => {
    const { database, club, ...opened } = await openClub('postgres');
    await play(club, opened.doubles, opened.singles);
    await database.updateTable('rating').set({ mu: 40 }).execute();
    const ask = adminSender({ ...operatorSettings(), database });
    const job = await ended((await ask('POST /ratings/audits')).body.jobId, ask);
    expect(job).toMatchObject({ status: 'succeeded', problem: expect.stringMatching(/found\./) });
    const path = `/jobs/${job.jobId}/differences`;
    const first = (await ask(`GET ${path}?limit=1`)).body;
    expect(first.differences).toMatchObject([
      { number: 1, kind: 'rating', about: expect.stringContaining('mu 40') },
    ]);
    const rest = (await ask(`GET ${path}?limit=100&cursor=${first.nextCursor}`)).body;
    expect(rest.differences).toHaveLength(job.differences - 1);
    expect(job.result.findings).toBe(job.differences);
  });

  it('says how far a rebuild moves the ratings, in a dry run and after it', async () => {
    const { database, club, mike, ...opened } = await openClub('postgres');
    await play(club, opened.doubles, opened.singles);
    const ask = adminSender({ ...operatorSettings(), database });
    const run = async (line: string, body?: object) =>
      await ended((await ask(`POST /ratings/${line}`, body && { body })).body.jobId, ask);
    const [before] = await database
      .updateTable('rating')
      .from('rating as old')
      .set({ rating: 5 })
      .whereRef('old.member_id', '=', 'rating.member_id')
      .whereRef('old.bracket', '=', 'rating.bracket')
      .where('rating.member_id', '=', mike.id)
      .where('rating.bracket', '=', 'overall-open')
      .returning('old.rating')
      .execute();
    const right = before?.rating ?? Number.NaN;
    const distance = (5 - right).toFixed(3);
    const far = `half of them by at most ${distance}, nine of ten by at most ${distance}`;
    const move = `  ${mike.id} from 5.000 to ${right.toFixed(3)}`;
    const projected = await run('rebuilds', { dryRun: true });
    expect(projected.summary).toEqual([
      'pickleball: 1 rating and 0 steps would change, of 2 matches.',
      `  Main ratings: 1 would move, ${far}. Furthest:`,
      ...[move, 'This was a dry run: nothing was stored.'],
    ]);
    const { differences } = (await ask(`GET /jobs/${projected.jobId}/differences`)).body;
    expect(differences).toMatchObject([{ memberId: mike.id, before: 5, after: right }]);
    expect((await run('audits')).problem).toBe(
      '1 difference was found. `ratings rebuild` corrects the ratings.',
    );
    expect((await run('rebuilds', {})).summary).toEqual([
      'pickleball: 1 rating and 0 steps changed, of 2 matches.',
      `  Main ratings: 1 moved, ${far}. Furthest:`,
      move,
    ]);
    expect(await run('audits')).toMatchObject({ status: 'succeeded', problem: null });
  });

  it('409: is refused while another job of its kind runs, which the error names', async () => {
    const { jobId, running } = await startEndless();
    await running;
    expect(await send('POST /ratings/rebuilds', { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'job_running', detail: expect.stringContaining(jobId) },
    });
    const { jobs } = (await send('GET /jobs')).body;
    expect(jobs).toMatchObject([{ jobId, status: 'running' }]);
    expect((await send('GET /jobs?kind=ratings_audit')).body.jobs).toEqual([]);
  });

  it('waits for a job of another kind in the same instance', async () => {
    const { jobId, running } = await startEndless();
    await running;
    const waiting = (await send('POST /ratings/audits')).body.jobId;
    await sleep(20);
    expect((await send(`GET /jobs/${waiting}`)).body).toMatchObject({ status: 'queued' });
    await send(`PUT /jobs/${jobId}/cancellation`);
    expect(await ended(waiting)).toMatchObject({ status: 'succeeded' });
  });

  it('stops when it is cancelled, which has one audit entry', async () => {
    const { jobId, running } = await startEndless();
    await running;
    await sleep(5);
    for (const _ of [1, 2]) {
      expect((await send(`PUT /jobs/${jobId}/cancellation`)).status).toBe(200);
    }
    expect(await ended(jobId)).toMatchObject({
      status: 'cancelled',
      problem: null,
      progress: { total: 100, text: expect.stringMatching(/^padel: \d+ of 100 matches$/) },
    });
    const { entries } = (await send('GET /audit-entries?action=job.cancelled')).body;
    expect(entries).toMatchObject([{ operator: 'ana', details: { jobId } }]);
    expect((await send(`PUT /jobs/${jobId}/cancellation`)).body.status).toBe('cancelled');
  });

  it('has failed if its instance crashed, and lets the next one start', async () => {
    const alive = await insertOfAnotherInstance(new Date(now.getTime() + 1));
    expect((await send('POST /ratings/rebuilds', { body: {} })).status).toBe(409);
    expect((await send(`GET /jobs/${alive}`)).body).toMatchObject({ status: 'queued' });
    await dependencies()
      .database.updateTable('job')
      .set({ lease_until: new Date(now.getTime() - 1) })
      .execute();
    expect((await send(`GET /jobs/${alive}`)).body).toMatchObject({
      status: 'failed',
      problem: 'The instance that ran this job stopped. Start the job again.',
      endedAt: new Date(now.getTime() - 1).toISOString(),
    });
    const next = await send('POST /ratings/rebuilds', { body: {} });
    expect(next.status).toBe(202);
    expect(await ended(next.body.jobId)).toMatchObject({ status: 'succeeded' });
    const { jobs } = (await send('GET /jobs')).body;
    expect(jobs).toMatchObject([{ status: 'succeeded' }, { jobId: alive, status: 'failed' }]);
  });

  it('has failed if its instance is stopped', async () => {
    const { jobId, running } = await startEndless();
    await running;
    await stopJobs(dependencies().database);
    expect(await ended(jobId)).toMatchObject({
      status: 'failed',
      problem: 'The instance that ran this job stopped. Start the job again.',
    });
  });

  it('says why it failed', async () => {
    const work = async () => await Promise.reject(new Error('no space left on device'));
    const job = { kind: 'ratings_fit', input: { sport: 'padel' }, createdBy: null, work } as const;
    expect(await ended((await startJob(dependencies(), job)).id)).toMatchObject({
      status: 'failed',
      problem: 'no space left on device',
      input: { sport: 'padel' },
      createdBy: null,
    });
  });

  it('400: refuses a lost key while the service runs, and a fit with both apply and undo', async () => {
    expect(await send('POST /secrets/reseals', { body: { lost: true } })).toMatchObject({
      status: 400,
      body: {
        errors: [{ pointer: '/lost', detail: expect.stringMatching(/^Stop all instances/) }],
      },
    });
    const both = { body: { apply: true, undo: true } };
    expect((await send('POST /ratings/padel/fits', both)).body.errors).toMatchObject([
      { pointer: '/undo' },
    ]);
    expect((await send('POST /ratings/padle/fits', { body: {} })).status).toBe(404);
    expect((await send('GET /jobs')).body.jobs).toEqual([]);
  });
});

it('a job that holds the only connection of an embedded database is shown and cancelled', async () => {
  const { database } = await operatorDependencies({ kind: 'pglite' });
  const embedded = { ...dependencies(), database };
  const ask = adminSender(embedded);
  const running = Promise.withResolvers<void>();
  const work = async ({ onProgress }: JobContext) =>
    await readSnapshot(database, async () => {
      running.resolve();
      for (let done = 0; ; done += 1) {
        onProgress({ done, total: null, text: 'padel: read' });
        await sleep(1);
      }
    });
  const { id } = await startJob(embedded, {
    kind: 'ratings_audit',
    input: {},
    createdBy: null,
    work,
  });
  await running.promise;
  const { body } = await ask(`GET /jobs/${id}`);
  expect(body).toMatchObject({ status: 'running', progress: { text: 'padel: read' } });
  expect((await ask(`PUT /jobs/${id}/cancellation`)).status).toBe(200);
  expect(await ended(id, ask)).toMatchObject({ status: 'cancelled' });
});

it('the parameters of the sports are listed page by page', async () => {
  const first = (await send('GET /ratings/parameters?limit=2')).body;
  expect(first.parameters).toHaveLength(2);
  expect(first.parameters[0]).toMatchObject({
    origin: 'release',
    isChanging: false,
    singles: { form: expect.any(Number) },
  });
  const next = (await send(`GET /ratings/parameters?limit=2&cursor=${first.nextCursor}`)).body;
  expect(next.parameters[0].sport > first.parameters[1].sport).toBe(true);
});
