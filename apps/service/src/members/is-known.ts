import type { Database, MemberRow } from '../platform/database/schema.ts';
import { isKnown } from '../players/domain/visibility.ts';
import { findLiveConnections } from '../players/store/players.ts';

/** Whether an application may know that there is this member. */
export async function isKnownTo(
  database: Database,
  applicationId: string,
  { id, is_discoverable: isDiscoverable }: Pick<MemberRow, 'id' | 'is_discoverable'>,
): Promise<boolean> {
  const connections = await findLiveConnections(database, [id]);
  const own = connections.find((connection) => connection.application_id === applicationId);
  return isKnown({ granted: own?.scopes ?? null, isDiscoverable });
}
