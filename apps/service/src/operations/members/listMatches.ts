import { type Handler, ProblemError } from '@partner-rating/server';
import { periodFaults, playedPeriod } from '../../matches/domain/played-period.ts';
import { listPlayedMatches } from '../../matches/read-matches.ts';
import { createReadConnectedMember } from '../../members/connected-member.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';

export function listMatches(dependencies: Dependencies): Handler<'members.listMatches', Caller> {
  const readConnectedMember = createReadConnectedMember(dependencies);
  return async ({ query }, { principal }) => {
    const faults = periodFaults(query);
    if (faults.length > 0) throw new ProblemError('validation_failed', { errors: faults });
    const { id: memberId } = await readConnectedMember({
      caller: principal,
      reference: query.memberId,
      scope: 'user:rating:history',
      sports: [],
    });
    const filter = {
      applicationId: principal.applicationId,
      memberId,
      sports: query.sport ?? null,
      period: playedPeriod(query),
    };
    return { status: 200, body: await listPlayedMatches(dependencies.database, filter, query) };
  };
}
