import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import type { RateLimit } from '../http/rate-limits.ts';
import { countRequest } from '../http/request-limits.ts';
import { findMembersByReference } from '../members/store/members.ts';
import { authenticateClient } from './authenticate-client.ts';
import { revokeConnection } from './revoke-connection.ts';
import { revokeToken } from './revoke-token.ts';

export function revoke(
  dependencies: Dependencies,
  limit: RateLimit,
): Handler<'oauth.revoke', Caller> {
  return async ({ contentType, body }, { principal, raw }) => {
    const { applicationId } = await authenticateClient(dependencies, principal, body);
    await countRequest(raw, limit, applicationId);
    const headers = { 'cache-control': 'no-store' };
    if (contentType !== 'application/json') {
      await revokeToken(dependencies, applicationId, body.token);
      return { status: 200, headers, body: { success: true } };
    }
    const memberId = await disconnect(dependencies, applicationId, body.player_id);
    return {
      status: 200,
      headers,
      body: { success: true, ...(memberId !== null && { player_id: memberId }) },
    };
  };
}

/** The id of the player who is certainly not connected any more; null where there is no such player. */
async function disconnect(
  dependencies: Dependencies,
  applicationId: string,
  reference: string,
): Promise<string | null> {
  const { database, clock } = dependencies;
  const member = (await findMembersByReference(database, [reference])).get(reference);
  if (member === undefined) return null;
  await database.transaction().execute(async (transaction) => {
    await revokeConnection(transaction, dependencies, {
      applicationId,
      memberId: member.id,
      revokedBy: 'partner',
      now: clock(),
    });
  });
  return member.id;
}
