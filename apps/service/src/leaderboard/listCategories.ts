import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import { leaderboardOptions } from './domain/options.ts';
import { findRatedSports } from './store/rated-sports.ts';

export function listCategories({
  database,
}: Dependencies): Handler<'leaderboard.listCategories', Caller> {
  return async () => {
    const sports = await findRatedSports(database);
    return { status: 200, body: leaderboardOptions(sports) };
  };
}
