import type { DatabaseTransaction } from '../database/schema.ts';
import { findLiveConnections } from '../matches/store/players.ts';
import type { KnownMember } from './domain/known-member.ts';

/** Whether the application may be told who a member is: one who can be found, or is connected to it. */
export async function whoMayBeKnown(
  transaction: DatabaseTransaction,
  applicationId: string,
  members: readonly KnownMember[],
): Promise<(member: KnownMember) => boolean> {
  const hidden = members.filter(({ isDiscoverable }) => !isDiscoverable).map(({ id }) => id);
  const connections = hidden.length === 0 ? [] : await findLiveConnections(transaction, hidden);
  const connected = new Set(
    connections
      .filter(
        ({ application_id, scopes }) =>
          application_id === applicationId && scopes.includes('user:profile:read'),
      )
      .map(({ member_id }) => member_id),
  );
  return ({ id, isDiscoverable }) => isDiscoverable || connected.has(id);
}
