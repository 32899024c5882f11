import * as z from 'zod';
import { paging } from '../inputs.ts';
import { tool } from '../tool.ts';
import { nextCursor, nextPage } from '../views/fields.ts';

export const listConnectedPlayers = tool({
  name: 'list_connected_players',
  title: 'List connected players',
  description:
    'Lists the players connected to the application and what each granted, such as user:rating:history. Needs key:member:read.',
  effect: 'reads',
  input: z.strictObject(paging),
  output: z.object({
    players: z.array(
      z.object({
        memberId: z.string(),
        displayName: z.string(),
        grantedScopes: z.array(z.string()),
        connectedAt: z.string(),
      }),
    ),
    nextCursor,
  }),
  call: async (client, query, options) => {
    const page = await client.members.listConnected(query, options);
    return {
      players: page.connections.map(({ memberId, displayName, grantedScopes, connectedAt }) => ({
        memberId: String(memberId),
        displayName,
        grantedScopes,
        connectedAt,
      })),
      ...nextPage(page),
    };
  },
});
