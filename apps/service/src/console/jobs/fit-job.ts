import {
  applyParameters,
  ChoiceRefusedError,
  findUndone,
  undoParameters,
} from '../../predictions/fit/choose-parameters.ts';
import type { FitProgress } from '../../predictions/fit/fit-sport.ts';
import { modelWith } from '../../ratings/model-in-use.ts';
import { type RebuiltSport, rebuildSport } from '../../ratings/rebuild-ratings.ts';
import { countLedger } from '../../ratings/store/ledger.ts';
import { type ChosenRows, findParameters } from '../../ratings/store/sport-parameters.ts';
import { OperatorError } from '../terminal.ts';
import { DRY_RUN, describeRebuild, ledgerProgress } from './ratings-jobs.ts';
import { type JobContext, type JobOutcome, RefusedJobError } from './run-job.ts';

export interface FitInput {
  sport: string;
  apply: boolean;
  undo: boolean;
  dryRun: boolean;
}

/** Fits the parameters of a sport to the matches of the service, and applies or undoes them. */
export async function runFit(context: JobContext, input: FitInput): Promise<JobOutcome> {
  try {
    return await (input.undo ? undo(context, input) : fit(context, input));
  } catch (error) {
    if (error instanceof ChoiceRefusedError) throw new OperatorError(error.message);
    throw error;
  }
}

async function fit(context: JobContext, { sport, apply, dryRun }: FitInput): Promise<JobOutcome> {
  const { dependencies, onProgress } = context;
  // It takes long to load, and only this job needs it.
  const { fitSport } = await import('../../predictions/fit/fit-sport.ts');
  const { fitText, tooFewLines } = await import('../../predictions/fit/fit-text.ts');
  const found = await fitSport(dependencies, {
    sport,
    onProgress: (progress) => onProgress(progressOf(sport, progress)),
  });
  const disciplines = [found.singles, found.doubles];
  if (!disciplines.some(({ kind }) => kind === 'found')) {
    throw new OperatorError(tooFewLines(found));
  }
  const isAnyBetter = disciplines.some((one) => one.kind === 'found' && one.isBetter);
  const text = fitText(found);
  if ((apply || dryRun) && !isAnyBetter) {
    throw new RefusedJobError('Nothing better was found, so there is nothing to apply.', text);
  }
  const rebuilt = dryRun
    ? await project(context, sport, found.chosen)
    : apply
      ? await settle(context, sport, await applyParameters(dependencies, found))
      : null;
  const done = `${sport} is rated by these parameters from now on. \`operator ratings fit ${sport} --undo\` returns to those before.`;
  const outlook = isAnyBetter
    ? [
        '',
        `Nothing was stored. \`operator ratings fit ${sport} --dry-run\` shows which ratings would move, and how far. --apply applies them.`,
      ]
    : [];
  return {
    summary: [...text, ...(rebuilt === null ? outlook : describeRated(rebuilt, dryRun, done))],
    result: { ...found, rebuilt },
  };
}

async function undo(context: JobContext, { sport, dryRun }: FitInput): Promise<JobOutcome> {
  const { dependencies } = context;
  const rebuilt = dryRun
    ? await project(context, sport, await findUndone(dependencies.database, sport))
    : await settle(context, sport, await undoParameters(dependencies, sport));
  const done = `${sport} is rated by the previous parameters again.`;
  return { summary: describeRated(rebuilt, dryRun, done), result: { sport, rebuilt } };
}

async function project(
  context: JobContext,
  sport: string,
  { singles, doubles }: ChosenRows,
): Promise<RebuiltSport> {
  const { dependencies, differences } = context;
  const others = (await findParameters(dependencies.database)).filter((row) => row.sport !== sport);
  const model = modelWith([...others, { sport, singles, doubles }]);
  return await rate(context, sport, { dryRun: true, model, storeMoves: differences.addMoves });
}

async function settle(
  context: JobContext,
  sport: string,
  { dueOrder }: { dueOrder: number },
): Promise<RebuiltSport> {
  return await rate(context, sport, { dryRun: false, dueOrder });
}

async function rate(
  { dependencies, signal, onProgress, isBesideRequests }: JobContext,
  sport: string,
  how: Pick<Parameters<typeof rebuildSport>[1], 'dryRun' | 'model' | 'dueOrder' | 'storeMoves'>,
): Promise<RebuiltSport> {
  const total = (await countLedger(dependencies.database)).get(sport) ?? 0;
  const progress = ledgerProgress(onProgress);
  const options = { sport, total, signal, isBesideRequests, onProgress: progress };
  return await rebuildSport(dependencies, { ...options, ...how });
}

function describeRated(rebuilt: RebuiltSport, dryRun: boolean, done: string): string[] {
  return [...describeRebuild(rebuilt, dryRun), dryRun ? DRY_RUN : done];
}

function progressOf(sport: string, progress: FitProgress) {
  if (progress.kind === 'read') {
    const text = `${sport}: ${progress.matches} matches are read`;
    return { done: progress.matches, total: null, text };
  }
  const done = Math.floor(100 * progress.share);
  return {
    done,
    total: 100,
    text: `${sport} ${progress.discipline}: ${done} % of the search is done`,
  };
}
