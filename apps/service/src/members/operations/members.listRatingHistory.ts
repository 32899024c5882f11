import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readPosition, toPage } from '../../platform/paging.ts';
import { findHistory } from '../../ratings/store/rating-history.ts';
import { createReadConnectedMember } from '../connected-member.ts';
import { showHistory } from '../lists.ts';

export function listRatingHistory(
  dependencies: Dependencies,
): Handler<'members.listRatingHistory', Caller> {
  const readConnectedMember = createReadConnectedMember(dependencies);
  return async ({ query }, { principal }) => {
    const { limit = 20 } = query;
    const before = readPosition(query);
    const { id: memberId } = await readConnectedMember({
      caller: principal,
      reference: query.memberId,
      scope: 'user:rating:history',
      sports: [],
    });
    const found = await findHistory(dependencies.database, {
      memberId,
      sports: query.sport ?? null,
      bracket: query.bracket ?? null,
      before,
      limit: limit + 1,
    });
    const { rows, nextCursor } = toPage(found, limit, (row) => row.change_order);
    const { applicationId } = principal;
    const history = await showHistory(dependencies.database, rows, { memberId, applicationId });
    return { status: 200, body: { history, nextCursor } };
  };
}
