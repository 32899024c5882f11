import { type Handler, ProblemError } from '@partner-rating/server';
import { createReadConnectedMember } from '../../members/connected-member.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { periodErrors, playedPeriod } from '../domain/played-days.ts';
import { listPlayedMatches } from '../read-matches.ts';

export function listMatches(dependencies: Dependencies): Handler<'members.listMatches', Caller> {
  const readConnectedMember = createReadConnectedMember(dependencies);
  return async ({ query }, { principal }) => {
    const errors = periodErrors(query);
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
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
