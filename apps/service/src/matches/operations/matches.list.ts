import { type Handler, ProblemError } from '@partner-rating/server';
import { findMember, isKnownTo } from '../../members/connected-member.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { periodErrors, playedPeriod } from '../domain/played-days.ts';
import { listSubmittedMatches } from '../read-matches.ts';

export function list({ database }: Dependencies): Handler<'matches.list', Caller> {
  return async ({ query }, { principal: { applicationId } }) => {
    const errors = periodErrors(query);
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });

    let memberId: string | null = null;
    if (query.memberId !== undefined) {
      const member = await findMember(database, query.memberId);
      if (member === undefined || !(await isKnownTo(database, applicationId, member))) {
        return { status: 200, body: { matches: [], nextCursor: null } };
      }
      memberId = member.id;
    }
    const filter = {
      applicationId,
      identifier: query.identifier ?? null,
      memberId,
      period: playedPeriod(query),
      status: query.status ?? null,
    };
    return { status: 200, body: await listSubmittedMatches(database, filter, query) };
  };
}
