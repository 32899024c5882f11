import * as z from 'zod';
import { day, paging, playerInput, sport } from '../inputs.ts';
import { type Caller, tool } from '../tool.ts';
import { nextCursor, nextPage } from '../views/fields.ts';
import { matchSchema, matchView } from '../views/match.ts';

const needs: Record<Caller, string> = {
  application: 'Needs key:member:read, and user:rating:history granted by the player.',
  player: 'Needs user:rating:history.',
};

export const listPlayerMatches = (caller: Caller) =>
  tool({
    name: 'list_player_matches',
    title: "List a player's matches",
    description: `Lists a player's matches from all applications, latest first, with scores and status. ${needs[caller]}`,
    effect: 'reads',
    input: z.strictObject({
      ...playerInput(caller),
      sport: z.exactOptional(sport),
      from: day,
      to: day,
      ...paging,
    }),
    output: z.object({ matches: z.array(matchSchema), nextCursor }),
    call: async (client, { memberId, sport, ...filters }, options) => {
      const query = { ...filters, ...(sport !== undefined && { sport: [sport] }) };
      const page = await client.members.listMatches(memberId, query, options);
      return { matches: page.matches.map(matchView), ...nextPage(page) };
    },
  });
