import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { leaderboardOptions } from '../domain/board.ts';
import { findRatedSports } from '../store/board.ts';

export function listCategories({
  database,
}: Dependencies): Handler<'leaderboard.listCategories', Caller> {
  return async (_, { principal }) => {
    const sports = await findRatedSports(database, principal.applicationId);
    return { status: 200, body: leaderboardOptions(sports) };
  };
}
