import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { readPosition, toPage } from '../../platform/paging.ts';
import { listEntries } from '../actions/list-entries.ts';
import { type AdminHandlers, timeOf } from '../api/caller.ts';

/** The operations about who did what. */
export function audit(dependencies: Dependencies): AdminHandlers<'audit.list'> {
  return {
    'audit.list': async ({ query }) => {
      const { since, until, memberId, cursor, limit, ...filter } = query;
      const before = readPosition(cursor === undefined ? {} : { cursor }) ?? undefined;
      const found = await listEntries(
        dependencies,
        {
          ...filter,
          member: memberId,
          before,
          since: since === undefined ? undefined : new Date(since),
          until: until === undefined ? undefined : new Date(until),
        },
        limit + 1,
      );
      const { rows, nextCursor } = toPage(found, limit, ({ number }) => number);
      const entries = rows.map(({ clientId, occurredAt, ...entry }) => ({
        number: entry.number,
        occurredAt: timeOf(occurredAt),
        actor: entry.actor,
        operator: entry.operator,
        account: entry.account,
        action: entry.action,
        applicationId: entry.applicationId,
        clientId,
        memberId: entry.memberId,
        details: entry.details,
      }));
      return { status: 200, body: { entries, nextCursor } };
    },
  };
}
