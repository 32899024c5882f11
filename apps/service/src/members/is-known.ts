import type { Database, MemberRow } from '../platform/database/schema.ts';
import { isKnown } from '../players/domain/visibility.ts';
import { findLiveConnections, findPlayers } from '../players/store/players.ts';

/** Whether an application may know that there is this member. */
export async function isKnownTo(
  database: Database,
  applicationId: string,
  { id }: Pick<MemberRow, 'id'>,
): Promise<boolean> {
  const [player] = await findPlayers(database, { applicationId, ids: [id], numbers: [] });
  const connections = await findLiveConnections(database, [id]);
  const own = connections.find((connection) => connection.application_id === applicationId);
  return isKnown({
    granted: own?.scopes ?? null,
    isDiscoverable: player?.is_discoverable ?? false,
    isOwnGhost: player?.is_own_ghost ?? false,
  });
}
