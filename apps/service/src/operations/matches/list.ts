import { type Handler, ProblemError } from '@partner-rating/server';
import { periodFaults, playedPeriod } from '../../matches/domain/played-period.ts';
import { listSubmittedMatches } from '../../matches/read-matches.ts';
import { isKnownTo } from '../../members/is-known.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { findMember } from '../../players/find-member.ts';

export function list({ database }: Dependencies): Handler<'matches.list', Caller> {
  return async ({ query }, { principal: { applicationId } }) => {
    const faults = periodFaults(query);
    if (faults.length > 0) throw new ProblemError('validation_failed', { errors: faults });

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
