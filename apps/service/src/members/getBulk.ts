import { type Handler, RenderedJson, type Schemas } from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import { noteConnectionUse, staleSince } from '../http/last-use.ts';
import { toDay } from './domain/day.ts';
import { findBulkView } from './store/bulk-views.ts';

export function getBulk({ database, clock }: Dependencies): Handler<'members.getBulk', Caller> {
  return async ({ query }, { principal }) => {
    const now = clock();
    const { json, staleConnections } = await findBulkView(database, {
      references: query.ids,
      applicationId: principal.applicationId,
      sports: query.sport ?? null,
      today: toDay(now),
      staleSince: staleSince(now),
    });
    noteConnectionUse(database, staleConnections, now);
    return { status: 200, body: new RenderedJson<Schemas.Member[]>(json) };
  };
}
