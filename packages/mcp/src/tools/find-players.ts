import * as z from 'zod';
import { gender, paging, sport } from '../inputs.ts';
import { tool } from '../tool.ts';
import { nextCursor, nextPage } from '../views/fields.ts';
import { playerCardSchema, playerCardView } from '../views/player.ts';

export const findPlayers = tool({
  name: 'find_players',
  title: 'Find players',
  description:
    'Finds players by name, location, gender and rating, with their primary ratings. Use it first if a player is named, because other tools take member ids. If several match, ask the user which one. Needs key:member:read.',
  effect: 'reads',
  input: z.strictObject({
    name: z.exactOptional(z.string()).describe('First or last name, or both'),
    city: z.exactOptional(z.string()),
    state: z.exactOptional(z.string()),
    country: z.exactOptional(z.string()).describe('Two letters'),
    gender,
    sport: z.exactOptional(sport),
    minRating: z.exactOptional(z.number()).describe('Needs sport'),
    maxRating: z.exactOptional(z.number()).describe('Needs sport'),
    sort: z.enum(['name', 'rating', 'activity']).default('name').describe('rating needs sport'),
    ...paging,
  }),
  output: z.object({ players: z.array(playerCardSchema), nextCursor }),
  call: async (client, { sport, ...filters }, options) => {
    const query = { ...filters, ...(sport !== undefined && { sport: [sport] }) };
    const page = await client.members.search(query, options);
    return { players: page.players.map(playerCardView), ...nextPage(page) };
  },
});
