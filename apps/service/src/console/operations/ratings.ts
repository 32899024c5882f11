import { isSport, type Sport, sports } from '@partner-rating/ratings';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { modelWith } from '../../ratings/model-in-use.ts';
import { findChoices, findParameters } from '../../ratings/store/sport-parameters.ts';
import {
  type AdminHandlers,
  type ConsoleDependencies,
  created,
  type IdsOf,
  notFound,
  readPage,
  refuseField,
} from '../api/handlers.ts';
import type * as Types from '../api/types.gen.ts';
import { runFit } from '../jobs/fit-job.ts';
import { runAudit, runRebuild } from '../jobs/ratings-jobs.ts';
import { runReseal } from '../jobs/reseal-job.ts';
import { jobView } from '../jobs/show-job.ts';
import { type JobToStart, startJob } from '../jobs/start-job.ts';
import type { StoredJob } from '../jobs/store/jobs.ts';

/** The operations that start long work on ratings and secrets. */
export const ratings: AdminHandlers<IdsOf<'ratings'> | IdsOf<'secrets'>> = {
  'ratings.audit': async (dependencies, _, { principal: { name: createdBy }, raw }) =>
    await start(dependencies, raw, { kind: 'ratings_audit', input: {}, createdBy, work: runAudit }),

  'ratings.rebuild': async (dependencies, { body }, { principal: { name: createdBy }, raw }) => {
    const input = { dryRun: body.dryRun ?? false };
    return await start(dependencies, raw, {
      ...{ kind: 'ratings_rebuild', input, createdBy },
      work: async (context) => await runRebuild(context, input),
    });
  },

  'ratings.fit': async (dependencies, { path: { sport }, body }, { principal, raw }) => {
    if (!isSport(sport)) {
      throw notFound(`There is no sport ${sport}. Use one of ${sports.join(', ')}.`);
    }
    const { apply = false, undo = false, dryRun = false } = body;
    if (apply && undo) throw refuseField('/undo', 'Choose one of apply and undo.');
    const input = { sport, apply, undo, dryRun };
    return await start(dependencies, raw, {
      ...{ kind: 'ratings_fit', input, createdBy: principal.name },
      work: async (context) => await runFit(context, input),
    });
  },

  'ratings.listParameters': async ({ database }, { query }) => {
    const { parametersOf } = modelWith(await findParameters(database));
    const { rows, nextCursor } = await readPage(
      query,
      (text) => (isSport(text) ? text : null),
      async ({ after = '' }) => sports.toSorted().filter((sport) => sport > after),
      (sport) => sport,
    );
    const parameters = await Promise.all(
      rows.map(async (sport) => ({
        sport,
        ...(await originOf(database, sport)),
        ...rowsOf(parametersOf(sport, 1), parametersOf(sport, 2)),
      })),
    );
    return { status: 200, body: { parameters, nextCursor } };
  },

  'secrets.reseal': async (dependencies, { body }, { principal: { name: createdBy }, raw }) => {
    const { lost = false, dryRun = false } = body;
    if (lost && !dependencies.isAlone) throw refuseField('/lost', STOP_FIRST);
    return await start(dependencies, raw, {
      ...{ kind: 'secrets_reseal', input: { lost, dryRun }, createdBy },
      work: async (context) => await runReseal(context, { lost, dryRun }),
    });
  },
};

async function start(dependencies: ConsoleDependencies, raw: Request, job: JobToStart) {
  const { isAlone, configuration, log } = dependencies;
  // Requests wait for the only connection of an embedded database: the sooner a job is done, the better.
  const isBesideRequests = !isAlone && configuration.databaseUrl !== null;
  const answerOf = (stored: StoredJob) => {
    const answer = created(dependencies, `jobs/${stored.id}`, jobView(dependencies, stored));
    return { ...answer, status: 202 } as const;
  };
  const beforeCommit = async (transaction: DatabaseTransaction, stored: StoredJob) =>
    await storeIdempotentAnswer(raw, transaction, answerOf(stored));
  return answerOf(await startJob(dependencies, { ...job, isBesideRequests, beforeCommit }, log));
}

// A running service would keep using a key that this job declares lost.
const STOP_FIRST =
  'Stop all instances of the service first. Then give the command `secrets reseal` with --lost on the machine of the database.';

async function originOf(database: Database, sport: Sport) {
  const choices = await findChoices(database, sport);
  const current = choices.find(({ usedSince }) => usedSince !== null);
  const isChosen = current !== undefined && (current.singles !== null || current.doubles !== null);
  return {
    origin: isChosen ? ('operator' as const) : ('release' as const),
    usedSince: isChosen ? (current.usedSince?.toISOString() ?? null) : null,
    isChanging: choices.some(({ usedSince }) => usedSince === null),
  };
}

function rowsOf(singles: object, doubles: object) {
  const numbers = (row: object): Types.SportParameters['singles'] =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'number'));
  const source = (row: object) => ('source' in row ? String(row.source) : '');
  return {
    singlesSource: source(singles),
    doublesSource: source(doubles),
    singles: numbers(singles),
    doubles: numbers(doubles),
  };
}
