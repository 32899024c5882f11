import { type Handler, RenderedJson, type Schemas } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type Caller, noteConnectionUse, staleSince } from '../../platform/http/caller.ts';
import { toDay } from '../../ratings/domain/player.ts';
import { findBulkView } from '../store/member-views.ts';

export function getBulk({ database, clock }: Dependencies): Handler<'members.getBulk', Caller> {
  return async ({ query }, { principal }) => {
    const now = clock();
    const { json, staleConnections } = await findBulkView(database, {
      references: query.ids,
      applicationId: principal.applicationId,
      sports: query.sport ?? null,
      today: toDay(now),
      now,
      staleSince: staleSince(now),
    });
    noteConnectionUse(database, staleConnections, now);
    return { status: 200, body: new RenderedJson<Schemas.Member[]>(json) };
  };
}
