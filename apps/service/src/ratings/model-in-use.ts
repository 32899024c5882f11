import { currentModel, modelOf, type RatingModel, sportParameters } from '@partner-rating/ratings';
import type { Database } from '../platform/database/schema.ts';
import { findParameters, type SportParametersRow } from './store/sport-parameters.ts';

/**
 * Returns the model that the ratings follow from: that of this release, with the parameters that operators chose.
 * @param settlement Also with the parameters that were chosen for this settlement; null for none.
 */
export async function findModel(
  database: Database,
  settlement: number | null = null,
): Promise<RatingModel> {
  return modelWith(await findParameters(database, settlement));
}

/** Returns the model of this release with these parameters. A field that a row lacks is the release's. */
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
