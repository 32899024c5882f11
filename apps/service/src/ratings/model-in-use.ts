import { currentModel, modelOf, type RatingModel, sportParameters } from '@partner-rating/ratings';
import type { Database } from '../platform/database/schema.ts';
import { findParameters, type SportParametersRow } from './store/sport-parameters.ts';

/**
 * The model that the ratings follow from: that of this release, with the parameters that operators chose for their sports.
 * @param settlement One that rates by what was chosen for it; null for none.
 */
export async function findModel(
  database: Database,
  settlement: number | null = null,
): Promise<RatingModel> {
  return modelWith(await findParameters(database, settlement));
}

/** The model of this release with these parameters; what a row lacks it has from the release. */
export function modelWith(chosen: readonly SportParametersRow[]): RatingModel {
  if (chosen.length === 0) return currentModel;
  const rows = new Map(
    chosen.map(({ sport, singles, doubles }) => [
      sport,
      {
        singles: { ...sportParameters(sport, 1), ...singles },
        doubles: { ...sportParameters(sport, 2), ...doubles },
      },
    ]),
  );
  return modelOf((sport, teamSize) => {
    const row = rows.get(sport);
    if (row === undefined) return sportParameters(sport, teamSize);
    return teamSize === 1 ? row.singles : row.doubles;
  });
}
