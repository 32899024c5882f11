import type { Handler } from '@partner-rating/server';
import { leaderboardOptions } from '../../leaderboard/domain/options.ts';
import { findRatedSports } from '../../leaderboard/store/board-choices.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';

export function listCategories({
  database,
}: Dependencies): Handler<'leaderboard.listCategories', Caller> {
  return async (_, { principal }) => {
    const sports = await findRatedSports(database, principal.applicationId);
    return { status: 200, body: leaderboardOptions(sports) };
  };
}
