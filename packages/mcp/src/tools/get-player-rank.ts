import * as z from 'zod';
import { board, leaderboardQuery } from '../board.ts';
import { memberId } from '../inputs.ts';
import { tool } from '../tool.ts';

/** The number of neighbours on each side. */
const NEIGHBOURS = 3;

export const getPlayerRank = tool({
  name: 'get_player_rank',
  title: "Get a player's rank",
  description:
    'Returns the position of one player on a leaderboard: rank, percentile, and neighbours. not_found: the player is not on this board. Needs key:leaderboard:read.',
  effect: 'reads',
  input: z.strictObject({
    memberId,
    ...board,
  }),
  output: z.object({
    rank: z.int(),
    total: z.int(),
    percentile: z.number(),
    rating: z.number(),
    neighbours: z.array(z.object({ rank: z.int(), displayName: z.string(), rating: z.number() })),
  }),
  call: async (client, { memberId, ...board }, options) => {
    const body = { memberId, ...leaderboardQuery(board), contextSize: NEIGHBOURS };
    const answer = await client.leaderboard.rank(body, options);
    const { rank, total, percentile, player, above, below } = answer;
    return {
      rank,
      total,
      percentile,
      rating: player.R,
      neighbours: [...above, ...below].map(({ rank, displayName, R }) => ({
        rank,
        displayName,
        rating: R,
      })),
    };
  },
});
