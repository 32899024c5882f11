import type { Job } from '../api/types.gen.ts';
import { actsOf, operationForm } from './parts/operation-form.ts';
import { listPage, listTable } from './parts/operation-list.ts';
import type { PageDefinition, ShownView } from './parts/page.ts';
import type { Section, Shown } from './parts/render-board.ts';
import { at, textOf } from './parts/shown.ts';
import { factsOf } from './parts/values.ts';

const JOBS_PATH = '/operator/jobs';

const kinds: Readonly<Partial<Record<string, string>>> = {
  ratings_audit: 'Audit of the ratings',
  ratings_rebuild: 'Rebuild of the ratings',
  ratings_fit: 'Fit of parameters',
  secrets_reseal: 'Change of the key that seals secrets',
};

const addressOf = (jobId: unknown) => `${JOBS_PATH}/${jobId}`;

const location = ({ jobId }: Record<string, unknown>) => addressOf(jobId);

const starts = {
  audit: operationForm('ratings.audit', {
    heading: 'Audit',
    hint: 'Finds every rating that does not follow from the matches. It changes nothing.',
    submit: 'Audit the ratings',
    location,
  }),
  'dry-run': operationForm('ratings.rebuild', {
    heading: 'Dry run of a rebuild',
    hint: 'Lists whose rating would change, and by how much. It changes nothing.',
    submit: 'See what would change',
    given: () => ({ dryRun: true }),
    location,
  }),
  rebuild: operationForm('ratings.rebuild', {
    heading: 'Rebuild',
    hint: 'Rates all matches again. Players see the new ratings as a correction, and partners get events.',
    submit: 'Rebuild the ratings',
    isDangerous: true,
    given: () => ({ dryRun: false }),
    location,
  }),
};

/** The jobs that operators started, the newest first. */
export const jobsPage = listPage('jobs.list', {
  path: JOBS_PATH,
  title: 'Jobs',
  lead: 'Long work of the last 30 days, the newest first.',
  filter: ['kind'],
  heading: 'Jobs',
  columns: ['createdAt', 'kind', 'status', 'progress', 'createdBy'],
  cells: {
    createdAt: ({ createdAt, jobId }) => ({
      text: textOf(at(createdAt)),
      href: addressOf(jobId),
    }),
    kind: ({ kind }) => kinds[kind] ?? kind,
    status: statusOf,
    progress: progressOf,
    createdBy: ({ createdBy }) => createdBy ?? 'a command',
  },
  empty: 'There is no such job.',
  isNewestFirst: true,
  more: async (visit) => ({
    sections: Object.entries(starts).map(([act, form]) => form.section(visit, act)),
  }),
  acts: actsOf(starts),
});

function statusOf({ status, problem }: Pick<Job, 'status' | 'problem'>): Shown {
  const tone = problem !== null ? 'bad' : status === 'succeeded' ? 'good' : 'quiet';
  return { text: status, tone };
}

function progressOf({ progress: { text } }: Pick<Job, 'progress'>): Shown {
  return text === '' ? { text: 'none yet', tone: 'quiet' } : text;
}

const cancel = operationForm('jobs.cancel', {
  heading: 'Cancel',
  hint: 'It stops at the next page of matches. The service finishes the rebuild of a sport that has begun.',
  submit: 'Cancel the job',
});

/** A job, with its progress and its result. */
export const jobPage: PageDefinition = {
  path: `${JOBS_PATH}/:jobId`,
  current: JOBS_PATH,
  show: async (visit): Promise<ShownView> => {
    const { area, call, params } = visit;
    const job = await call('jobs.get', { jobId: params.jobId });
    const { problem, summary } = job;
    const hint = job.endedAt === null ? 'Reload this page to see its progress.' : undefined;
    const differences =
      job.differences === 0
        ? null
        : await listTable(visit, 'jobs.listDifferences', {
            heading: 'Differences',
            given: { jobId: job.jobId },
            columns: ['memberId', 'sport', 'bracket', 'before', 'after'],
            cells: { bracket: ({ bracket }) => bracket ?? 'a state after a match' },
            empty: 'They were deleted after seven days.',
          });
    const { table, ...error } = differences ?? {};
    return {
      title: kinds[job.kind] ?? job.kind,
      badge: statusOf(job),
      parent: { text: 'All jobs', address: JOBS_PATH },
      sections: [
        factsOf(area, job, {
          heading: 'State',
          ...(hint !== undefined && { hint }),
          names: ['jobId', 'input', 'progress', 'createdBy', 'createdAt', 'startedAt', 'endedAt'],
          cells: { progress: () => progressOf(job) },
        }),
        ...(problem === null ? [] : [textSection('Problem found', problem)]),
        ...(summary.length === 0 ? [] : [textSection('Result', summary.join('\n'))]),
        ...(table === undefined ? [] : [table]),
        ...(job.endedAt === null ? [cancel.section(visit, 'cancel')] : []),
      ],
      ...error,
    };
  },
  acts: { cancel: cancel.act },
};

function textSection(heading: string, text: string): Section {
  return { kind: 'text', heading, text };
}
