import { type AdminHandlers, type IdsOf, idKey, numberKey, readPage } from '../api/handlers.ts';
import type * as Types from '../api/types.gen.ts';
import { noJob, showJob, summaryOf } from '../jobs/show-job.ts';
import { requestCancellation } from '../jobs/start-job.ts';
import { findJob, listDifferences, listJobs } from '../jobs/store/jobs.ts';

// The largest `integer` of PostgreSQL.
const MAX_NUMBER = 2_147_483_647;

/** The operations about jobs. */
export const jobs: AdminHandlers<IdsOf<'jobs'>> = {
  'jobs.list': async (dependencies, { query: { kind, ...query } }) => {
    const { rows, nextCursor } = await readPage(
      query,
      idKey('job'),
      async ({ after: before, limit }) =>
        await listJobs(dependencies.database, { kind, before }, limit),
      ({ id }) => id,
    );
    const views = rows.map((job) => summaryOf(dependencies, job));
    return { status: 200, body: { jobs: views, nextCursor } };
  },

  'jobs.get': async (dependencies, { path: { jobId } }) => ({
    status: 200,
    body: await showJob(dependencies, jobId),
  }),

  'jobs.cancel': async (dependencies, { path: { jobId } }) => {
    await requestCancellation(dependencies, jobId);
    return { status: 200, body: await showJob(dependencies, jobId) };
  },

  'jobs.listDifferences': async ({ database }, { path: { jobId }, query }) => {
    if ((await findJob(database, jobId)) === undefined) throw noJob(jobId);
    const { rows, nextCursor } = await readPage(
      query,
      numberKey(MAX_NUMBER),
      async ({ after = 0, limit }) => await listDifferences(database, jobId, { after, limit }),
      ({ number }) => String(number),
    );
    return { status: 200, body: { differences: rows.map(differenceOf), nextCursor } };
  },
};

type StoredDifference = Awaited<ReturnType<typeof listDifferences>>[number];

function differenceOf(row: StoredDifference): Types.RatingDifference {
  const { number, kind, member_id: memberId, sport, bracket, about } = row;
  const { rating_before: before, rating_after: after } = row;
  return { number, kind, memberId, sport: sport as Types.SportCode, bracket, before, after, about };
}
