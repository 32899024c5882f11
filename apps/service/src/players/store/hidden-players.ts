import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';

/** The players who connected to an application without their ratings, by member number. */
export async function findHiddenPlayers(
  database: Database,
  applicationId: string,
): Promise<number[]> {
  const rows = await select.run(database, [applicationId]);
  return rows.map(({ memberNumber }) => memberNumber);
}

const select = prepareStatement<{ memberNumber: number }>(
  'hidden_players',
  `select member.member_number as "memberNumber"
  from connection
  join member on member.id = connection.member_id
  where connection.application_id = $1 and connection.revoked_at is null
    and not ('user:rating:read' = any(connection.scopes))
    and member.is_discoverable and member.merged_into is null`,
);
