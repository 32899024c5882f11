import type { ParameterRow, SportRows } from '@partner-rating/ratings';
import {
  fitInSteps,
  type ParameterFit,
  TooFewMatchesError,
} from '@partner-rating/ratings/backtest';
import { runYielding } from '../../platform/concurrency/batch-loader.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { modelWith } from '../../ratings/model-in-use.ts';
import {
  type ChosenRows,
  findChoices,
  findParameters,
} from '../../ratings/store/sport-parameters.ts';
import { readLog } from './read-log.ts';

export type FittedDiscipline = keyof SportRows;

/** The disciplines. Each has a row of parameters. */
export const disciplines: readonly FittedDiscipline[] = ['singles', 'doubles'];

/** The result of a fit for a discipline, or the number of its matches with a winner if these are too few. */
export type DisciplineFit =
  | { kind: 'found'; fit: ParameterFit; row: ParameterRow; isBetter: boolean }
  | { kind: 'too_few'; matches: ParameterFit['matches'] };

/** The result of a fit for a sport, with the parameters that were in use then. */
export interface SportFit extends Record<FittedDiscipline, DisciplineFit> {
  sport: string;
  /** How many matches it read. */
  matches: number;
  /** The choice that was in use. Null for the parameters of the release. */
  inUse: number | null;
  /** The parameters to use from now on: those found if they are significantly better, otherwise those in use. */
  chosen: ChosenRows;
}

/** The progress of a fit: the matches read, or the share of the search that is done. */
export type FitProgress =
  | { kind: 'read'; matches: number }
  | { kind: 'search'; discipline: FittedDiscipline; share: number };

// A step predicts and rates for some milliseconds.
const MAX_COST = 200;

/** Finds parameters for each discipline of a sport on the matches of its ledger, and compares them with those in use. */
export async function fitSport(
  { database }: Pick<Dependencies, 'database'>,
  { sport, onProgress }: { sport: string; onProgress: (progress: FitProgress) => void },
): Promise<SportFit> {
  const parameters = await findParameters(database);
  const current = (await findChoices(database, sport)).find(({ usedSince }) => usedSince !== null);
  const { parametersOf } = modelWith(parameters);
  const onRead = (matches: number) => onProgress({ kind: 'read', matches });
  const log = await readLog(database, { sport, onProgress: onRead });
  const fit = async (discipline: FittedDiscipline): Promise<DisciplineFit> => {
    const onShare = (share: number) => onProgress({ kind: 'search', discipline, share });
    const options = { sport, discipline, parametersOf, onProgress: onShare };
    try {
      const found = await runYielding(fitInSteps(log, options), MAX_COST);
      return { kind: 'found', fit: found, row: rowOf(found), isBetter: isBetter(found) };
    } catch (error) {
      if (!(error instanceof TooFewMatchesError)) throw error;
      return { kind: 'too_few', matches: error.matches };
    }
  };
  const [singles, doubles] = [await fit('singles'), await fit('doubles')];
  const chosenOf = (discipline: FittedDiscipline, found: DisciplineFit) =>
    found.kind === 'found' && found.isBetter ? found.row : (current?.[discipline] ?? null);
  return {
    sport,
    matches: log.matches,
    inUse: current?.number ?? null,
    singles,
    doubles,
    chosen: { singles: chosenOf('singles', singles), doubles: chosenOf('doubles', doubles) },
  };
}

/** Returns whether predictions are significantly better than with the parameters in use: of matches, or of games if every match has one. */
export function isBetter({ difference }: Pick<ParameterFit, 'difference'>): boolean {
  const judged = difference.match ?? difference.game;
  return judged !== null && judged.upper < 0;
}

function rowOf({ matches, judgedFrom, today, found }: ParameterFit): ParameterRow {
  const unit = found.match.count > 0 ? 'match' : 'game';
  const loss = (judged: typeof found) => judged[unit].logLoss?.toFixed(3);
  const day = new Date(judgedFrom).toISOString().slice(0, 10);
  return {
    ...found.parameters,
    source:
      `${matches.found} matches of this service before ${day}. ${matches.judged} matches from then on: ` +
      `${loss(found)} a ${unit}, and ${loss(today)} with the parameters before.`,
  };
}
