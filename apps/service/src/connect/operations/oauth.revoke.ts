import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { findMember } from '../../members/connected-member.ts';
import { lockAgainstErasure } from '../../members/store/members.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { admitClient } from '../authenticate-client.ts';
import { revokeConnection, revokeToken } from '../revoke.ts';
import { findConnections } from '../store/connections.ts';

export function revoke(
  dependencies: Dependencies,
  limits: Limits,
): Handler<'oauth.revoke', Caller, FastifyRequest> {
  return async ({ contentType, body }, { principal, raw }) => {
    const { applicationId } = await admitClient(dependencies, limits, {
      principal,
      raw,
      body: body,
    });
    if (contentType !== 'application/json') {
      await revokeToken(dependencies, applicationId, body.token);
      return { status: 200, body: { success: true } };
    }
    const memberId = await disconnect(dependencies, applicationId, body.player_id);
    return {
      status: 200,
      body: { success: true, ...(memberId !== null && { player_id: memberId }) },
    };
  };
}

/**
 * Returns the id of a player who was connected. Null for anybody else, because the response
 * would otherwise reveal the id behind every member number.
 */
async function disconnect(
  dependencies: Dependencies,
  applicationId: string,
  reference: string,
): Promise<string | null> {
  const { database, clock } = dependencies;
  const member = await findMember(database, reference);
  if (member === undefined) return null;
  const connections = await findConnections(database, applicationId, [member.id]);
  if (!connections.has(member.id)) return null;
  return await database.transaction().execute(async (transaction) => {
    // Otherwise a simultaneous erasure would leave the name in the event.
    if (!(await lockAgainstErasure(transaction, member.id))) return null;
    await revokeConnection(transaction, dependencies, {
      applicationId,
      memberId: member.id,
      revokedBy: 'partner',
      now: clock(),
    });
    return member.id;
  });
}
