import { type LeaderboardEntry, NotFoundError } from '@partner-rating/client';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { chosenSport, sports } from '../matches/report.ts';
import { formatPercent, formatRating } from '../pages/format.ts';
import { render, sendPage } from '../pages/render.ts';

const SHOWN = 15;

/** `GET /leaderboard?sport=…`: the best players of a sport, and the rank of the connected player. */
export function showLeaderboard({ client, sessions }: Club): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Querystring: { sport?: string } }>('/leaderboard', async (request, reply) => {
      const player = sessions.find(request)?.player;
      if (!player) return reply.redirect('/', 303);
      const sport = chosenSport(request.query.sport);

      const [board, standing] = await Promise.all([
        // `await` returns the first page of a list. `for await` would read all pages.
        client.leaderboard.list({ sport: sport.code, limit: SHOWN }),
        client.leaderboard
          .rank({ memberId: player.id, sport: sport.code, contextSize: 1 })
          // 404 means only that the player is not on this leaderboard.
          .catch((error: unknown) => {
            if (error instanceof NotFoundError) return null;
            throw error;
          }),
      ]);
      const row = (entry: LeaderboardEntry) => ({ ...entry, isOwn: entry.id === player.id });
      const isListed = board.players.some(({ id }) => id === player.id);
      const near = standing === null || isListed ? [] : neighbours(standing);
      return sendPage(
        reply,
        render('leaderboard', {
          title: `${sport.name} leaderboard`,
          here: '/leaderboard',
          sports,
          sport,
          entries: board.players.map(row),
          near: near.map(row),
          standing,
          formatRating,
          formatPercent,
        }),
      );
    });
  };
}

function neighbours(standing: {
  above: LeaderboardEntry[];
  player: LeaderboardEntry;
  below: LeaderboardEntry[];
}): LeaderboardEntry[] {
  return [...standing.above, standing.player, ...standing.below];
}
