import { isSport, type Sport, sports } from '@partner-rating/ratings';
import type { Logger } from '@partner-rating/server';
import { ProblemError } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database } from '../../platform/database/schema.ts';
import { modelWith } from '../../ratings/model-in-use.ts';
import { findChoices, findParameters } from '../../ratings/store/sport-parameters.ts';
import { type AdminHandlers, pageOf, readAfter, refuseField, timeOf } from '../api/caller.ts';
import type * as Types from '../api/types.gen.ts';
import { runFit } from '../jobs/fit-job.ts';
import { runAudit, runRebuild } from '../jobs/ratings-jobs.ts';
import { runReseal } from '../jobs/reseal-job.ts';
import { viewOf } from '../jobs/show-job.ts';
import { type JobToStart, startJob } from '../jobs/start-job.ts';

type Ids =
  | 'ratings.audit'
  | 'ratings.rebuild'
  | 'ratings.fit'
  | 'ratings.listParameters'
  | 'secrets.reseal';

interface LongWork {
  log?: Logger | undefined;
  /** Whether nothing else has the database open. */
  isAlone: boolean;
}

/** The operations that start long work, about ratings and secrets. */
export function ratings(
  dependencies: Dependencies,
  { log, isAlone }: LongWork,
): AdminHandlers<Ids> {
  const { database, publicUrl, configuration } = dependencies;
  // Requests wait for the only connection of an embedded database: the sooner a job is done, the better.
  const isBesideRequests = !isAlone && configuration.databaseUrl !== null;
  const start = async (job: JobToStart) => {
    const started = await startJob(dependencies, { ...job, isBesideRequests }, log);
    return {
      status: 202,
      headers: { location: `${publicUrl}/api/admin/v1/jobs/${started.id}` },
      body: viewOf(dependencies, started),
    } as const;
  };
  return {
    'ratings.audit': async (_, { principal }) =>
      await start({
        ...{ kind: 'ratings_audit', input: {}, createdBy: principal.name, work: runAudit },
      }),

    'ratings.rebuild': async ({ body: { dryRun = false } }, { principal }) =>
      await start({
        ...{ kind: 'ratings_rebuild', input: { dryRun }, createdBy: principal.name },
        work: async (context) => await runRebuild(context, { dryRun }),
      }),

    'ratings.fit': async ({ path: { sport }, body }, { principal }) => {
      if (!isSport(sport)) {
        const detail = `There is no sport ${sport}. Use one of ${sports.join(', ')}.`;
        throw new ProblemError('not_found', { detail });
      }
      const { apply = false, undo = false, dryRun = false } = body;
      if (apply && undo) throw refuseField('/undo', 'Choose one of apply and undo.');
      const input = { sport, apply, undo, dryRun };
      return await start({
        ...{ kind: 'ratings_fit', input, createdBy: principal.name },
        work: async (context) => await runFit(context, input),
      });
    },

    'ratings.listParameters': async ({ query: { cursor, limit } }) => {
      const after = readAfter(cursor) ?? '';
      const { parametersOf } = modelWith(await findParameters(database));
      const left = sports.toSorted().filter((sport) => sport > after);
      const { rows, nextCursor } = pageOf(left, limit, (sport) => sport);
      const parameters = await Promise.all(
        rows.map(async (sport) => ({
          sport,
          ...(await originOf(database, sport)),
          ...rowsOf(parametersOf(sport, 1), parametersOf(sport, 2)),
        })),
      );
      return { status: 200, body: { parameters, nextCursor } };
    },

    'secrets.reseal': async ({ body: { lost = false, dryRun = false } }, { principal }) => {
      if (lost && !isAlone) throw refuseField('/lost', STOP_FIRST);
      return await start({
        ...{ kind: 'secrets_reseal', input: { lost, dryRun }, createdBy: principal.name },
        work: async (context) => await runReseal(context, { lost, dryRun }),
      });
    },
  };
}

// A service that runs would go on with a key that is lost here.
const STOP_FIRST =
  'Stop all instances of the service first. Then give the command `secrets reseal` with --lost on the machine of the database.';

async function originOf(database: Database, sport: Sport) {
  const choices = await findChoices(database, sport);
  const current = choices.find(({ usedSince }) => usedSince !== null);
  const isChosen = current !== undefined && (current.singles !== null || current.doubles !== null);
  return {
    origin: isChosen ? ('operator' as const) : ('release' as const),
    usedSince: isChosen ? timeOf(current.usedSince) : null,
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
