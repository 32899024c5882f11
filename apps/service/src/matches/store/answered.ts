import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { ownGhostText } from '../../players/store/own-ghosts.ts';
import type { Participation } from './responses.ts';

/** A player in a match, and what the application that submitted it may know of them. */
export interface Answered {
  matchId: string;
  identifier: string;
  applicationId: string;
  team: number;
  position: number;
  /** Who they are today. */
  id: string;
  memberNumber: number;
  displayName: string;
  isDiscoverable: boolean;
  isOwnGhost: boolean;
  granted: string[] | null;
}

/** The players of these participations, in their order. */
export async function findAnswered(
  database: Database,
  participations: readonly Pick<Participation, 'matchId' | 'participantId' | 'memberId'>[],
): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    select
      match.id as "matchId", match.identifier, match.application_id as "applicationId",
      participant.team, participant.position, member.id, member.member_number as "memberNumber",
      member.display_name as "displayName", member.is_discoverable as "isDiscoverable",
      ${sql.raw(ownGhostText('match.application_id'))} as "isOwnGhost", connection.scopes as granted
    from unnest(
      ${participations.map(({ matchId }) => matchId)}::text[],
      ${participations.map(({ participantId }) => participantId)}::text[],
      ${participations.map(({ memberId }) => memberId)}::text[]
    ) with ordinality as answered (match_id, participant_id, member_id, place)
    join match on match.id = answered.match_id
    join match_participant as participant
      on participant.match_id = match.id and participant.member_id = answered.participant_id
    join member on member.id = answered.member_id
    left join connection on connection.application_id = match.application_id
      and connection.member_id = member.id and connection.revoked_at is null
      and 'user:profile:read' = any(connection.scopes)
    order by answered.place
  `.execute(database);
  return rows;
}
