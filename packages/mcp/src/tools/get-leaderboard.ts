import * as z from 'zod';
import { board, leaderboardQuery } from '../board.ts';
import { paging } from '../inputs.ts';
import { tool } from '../tool.ts';
import { boardEntrySchema, boardEntryView } from '../views/board-entry.ts';
import { definedFields, nextCursor, nextPage } from '../views/fields.ts';

export const getLeaderboard = tool({
  name: 'get_leaderboard',
  title: 'Get a leaderboard',
  description:
    'Returns the best players of a sport in a bracket, worldwide or in a country, state, or city. For one player, use get_player_rank. Needs key:leaderboard:read.',
  effect: 'reads',
  input: z.strictObject({ ...board, ...paging }),
  output: z.object({ total: z.int(), players: z.array(boardEntrySchema), nextCursor }),
  call: async (client, { limit, cursor, ...board }, options) => {
    const query = { ...leaderboardQuery(board), limit, ...definedFields({ cursor }) };
    const page = await client.leaderboard.list(query, options);
    return { total: page.total, players: page.players.map(boardEntryView), ...nextPage(page) };
  },
});
