import type { Match } from '@partner-rating/client';
import * as z from 'zod';
import { definedFields } from './fields.ts';

const matchPlayer = z.object({
  memberId: z.exactOptional(z.string()),
  displayName: z.exactOptional(z.string()),
  confirmation: z.exactOptional(z.string()),
  reason: z.exactOptional(z.string()),
});

export const matchSchema = z.object({
  matchId: z.string(),
  identifier: z.exactOptional(z.string()),
  status: z.string(),
  settled: z.boolean().describe('false: ratings still follow'),
  sport: z.string(),
  matchDate: z.string(),
  outcome: z.string(),
  winner: z.exactOptional(z.int()),
  teams: z.array(z.array(matchPlayer)),
  games: z.array(z.object({ scores: z.array(z.int()) })),
  event: z.exactOptional(z.string()),
  voidReason: z.exactOptional(z.string()),
});

/** The current state of a match, with the fields that an agent needs. */
export function matchView(match: Match): z.input<typeof matchSchema> {
  const { id, identifier, status, settled, sport, outcome, winner, matchDate, event, voidReason } =
    match;
  return {
    matchId: id,
    ...definedFields({ identifier }),
    status,
    settled,
    sport,
    matchDate,
    outcome,
    ...definedFields({ winner }),
    // A player who opted out of discovery has no name here, but keeps a place in the team.
    teams: match.teams.map((team) =>
      team.map(({ memberId, displayName, confirmation, explanation }) =>
        definedFields({
          memberId: memberId === undefined ? undefined : String(memberId),
          displayName,
          confirmation,
          reason: explanation?.reason,
        }),
      ),
    ),
    games: match.games.map(({ scores }) => ({ scores })),
    ...definedFields({ event, voidReason }),
  };
}
