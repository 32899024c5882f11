import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type AdminHandlers, pageOf, readAfter } from '../api/caller.ts';
import type * as Types from '../api/types.gen.ts';
import { noJob, showJob, summaryOf } from '../jobs/show-job.ts';
import { requestCancellation } from '../jobs/start-job.ts';
import { findJob, listDifferences, listJobs } from '../jobs/store/jobs.ts';

type Ids = 'jobs.list' | 'jobs.get' | 'jobs.cancel' | 'jobs.listDifferences';

/** The operations about jobs. */
export function jobs(dependencies: Dependencies): AdminHandlers<Ids> {
  const { database } = dependencies;
  return {
    'jobs.list': async ({ query: { kind, cursor, limit } }) => {
      const found = await listJobs(database, { kind, before: readAfter(cursor) }, limit + 1);
      const { rows, nextCursor } = pageOf(found, limit, ({ id }) => id);
      const views = rows.map((job) => summaryOf(dependencies, job));
      return { status: 200, body: { jobs: views, nextCursor } };
    },

    'jobs.get': async ({ path: { jobId } }) => ({
      status: 200,
      body: await showJob(dependencies, jobId),
    }),

    'jobs.cancel': async ({ path: { jobId } }) => {
      await requestCancellation(dependencies, jobId);
      return { status: 200, body: await showJob(dependencies, jobId) };
    },

    'jobs.listDifferences': async ({ path: { jobId }, query: { cursor, limit } }) => {
      if ((await findJob(database, jobId)) === undefined) throw noJob(jobId);
      const after = Number(readAfter(cursor) ?? 0);
      const found = await listDifferences(database, jobId, { after, limit: limit + 1 });
      const { rows, nextCursor } = pageOf(found, limit, ({ number }) => String(number));
      return { status: 200, body: { differences: rows.map(differenceOf), nextCursor } };
    },
  };
}

type StoredDifference = Awaited<ReturnType<typeof listDifferences>>[number];

function differenceOf(row: StoredDifference): Types.RatingDifference {
  const { number, kind, member_id: memberId, sport, bracket, about } = row;
  const { rating_before: before, rating_after: after } = row;
  return { number, kind, memberId, sport: sport as Types.SportCode, bracket, before, after, about };
}
