import type { Handler } from '@partner-rating/server';
import { decodeMemberCursor, encodeMemberCursor } from '../../members/lists.ts';
import { type ConnectedRow, findConnected } from '../../members/store/cards.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readPositionWith, toPageWith } from '../../platform/paging.ts';
import { displayName } from '../../ratings/domain/player.ts';
import { isScope } from '../domain/scopes.ts';

export function listConnected({
  database,
}: Dependencies): Handler<'members.listConnected', Caller> {
  return async ({ query }, { principal: { applicationId } }) => {
    const { limit = 20 } = query;
    const after = readPositionWith(query, decodeMemberCursor);
    const found = await findConnected(database, { applicationId, after, limit: limit + 1 });
    const { rows, nextCursor } = toPageWith(found, limit, ({ id }) => encodeMemberCursor(id));
    return { status: 200, body: { connections: rows.map(toConnection), nextCursor } };
  };
}

function toConnection(row: ConnectedRow) {
  return {
    memberId: row.member_number,
    id: row.id,
    displayName: displayName(row),
    grantedScopes: row.scopes.filter(isScope),
    connectedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
