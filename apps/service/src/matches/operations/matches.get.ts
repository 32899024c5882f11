import { type Handler, ProblemError } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readMatch } from '../read-matches.ts';

export function get({ database }: Dependencies): Handler<'matches.get', Caller> {
  return async ({ path: { matchId } }, { principal: { applicationId } }) => {
    const match = await readMatch(database, { matchId, applicationId });
    if (match === null) {
      throw new ProblemError('not_found', {
        detail: `Your application submitted no match ${matchId}. The answer of matches.submit names the id of each match.`,
      });
    }
    return { status: 200, body: match };
  };
}
