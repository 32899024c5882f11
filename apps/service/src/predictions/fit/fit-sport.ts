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

/** The disciplines that have a row of parameters each. */
export const disciplines: readonly FittedDiscipline[] = ['singles', 'doubles'];

/** What a fit found for a discipline; or how many matches with a winner it has, which are too few. */
export type DisciplineFit =
  | { kind: 'found'; fit: ParameterFit; row: ParameterRow; isBetter: boolean }
  | { kind: 'too_few'; matches: ParameterFit['matches'] };

/** What a fit found in a sport, next to what was in use then. */
export interface SportFit extends Record<FittedDiscipline, DisciplineFit> {
  sport: string;
  /** How many matches it looked at. */
  matches: number;
  /** The choice that was in use; null for the parameters of the release. */
  inUse: number | null;
  /** What to use from now on: what was found where it is better beyond chance, and otherwise what is in use. */
  chosen: ChosenRows;
}

/** How far a fit is: the matches that are read, or the share of the search that is done. */
export type FitProgress =
  | { kind: 'read'; matches: number }
  | { kind: 'search'; discipline: FittedDiscipline; share: number };

// Some milliseconds of predicting and rating.
const MAX_COST = 200;

/** Finds parameters for each discipline of a sport on the matches of its ledger, and judges them next to those in use. */
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

/** Whether predictions are better than with the parameters in use, beyond chance: of matches, or of games where all have one. */
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
