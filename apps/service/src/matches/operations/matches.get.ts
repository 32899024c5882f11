import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { matchNotFound, readMatch } from '../read-matches.ts';

export function get({ database }: Dependencies): Handler<'matches.get', Caller> {
  return async ({ path: { matchId } }, { principal: { applicationId } }) => {
    const match = await readMatch(database, { matchId, applicationId });
    if (match === null) throw matchNotFound(matchId);
    return { status: 200, body: match };
  };
}
