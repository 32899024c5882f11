import { listAudit } from '../../platform/audit/store/audit.ts';
import { readPosition, toPage } from '../../platform/paging.ts';
import { requireMember } from '../actions/find-members.ts';
import { applicationIdOf } from '../actions/partners.ts';
import { type AdminHandlers, dateOf, viewOf } from '../api/handlers.ts';

/** The operations about who did what. */
export const audit: AdminHandlers<'audit.list'> = {
  'audit.list': async ({ database }, { query }) => {
    const { since, until, partner, memberId, cursor, limit, ...filter } = query;
    const applicationId = await applicationIdOf(database, partner);
    const member = memberId === undefined ? null : await requireMember(database, memberId);
    const before = readPosition(cursor === undefined ? {} : { cursor }) ?? undefined;
    const found = await listAudit(
      database,
      {
        ...filter,
        since: dateOf(since),
        until: dateOf(until),
        applicationId,
        memberId: member?.id,
      },
      { before, limit: limit + 1 },
    );
    const { rows, nextCursor } = toPage(found, limit, ({ number }) => number);
    const entries = rows.map(({ applicationName: _, ...entry }) => viewOf(entry));
    return { status: 200, body: { entries, nextCursor } };
  },
};
