import { type Member, type PredictionResult, ratingFor } from '@partner-rating/client';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { chosenSport, sports } from '../matches/report.ts';
import { formatPercent, formatRating } from '../pages/format.ts';
import { render, sendPage } from '../pages/render.ts';

const SHOWN = 12;

interface Search {
  sport?: string;
  name?: string;
}

/** `GET /opponents?sport=…&name=…`: players to play against, and how each match would probably end. */
export function findOpponents({ client, sessions }: Club): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Querystring: Search }>('/opponents', async (request, reply) => {
      const player = sessions.find(request)?.player;
      if (!player) return reply.redirect('/', 303);
      const sport = chosenSport(request.query.sport);
      const name = String(request.query.name ?? '').trim();

      const own = ratingFor(await player.client.members.get(), sport.code);
      const { players } = await client.members.search({
        sport: [sport.code],
        limit: SHOWN + 1,
        ...(name === '' ? ratedNear(own) : { name }),
      });
      const found = players.filter(({ id }) => id !== player.id).slice(0, SHOWN);
      // One call for all of them: up to 100 matches that are only thought of.
      const predicted =
        found.length === 0
          ? null
          : await client.matches.predict({
              sport: sport.code,
              winScore: sport.winScore,
              winBy: sport.winBy,
              bestOf: 3,
              matches: found.map(({ id }) => ({ teams: [[player.id], [id]] })),
            });
      return sendPage(
        reply,
        render('opponents', {
          title: 'Find opponents',
          here: '/opponents',
          sports,
          sport,
          name,
          own: formatRating(own),
          opponents: opponentViews(found, predicted, sport.code),
        }),
      );
    });
  };
}

// The answer has a prediction for each match, in the order sent. The evenest match comes first.
function opponentViews(found: Member[], predicted: PredictionResult | null, sport: string) {
  return found
    .map((member, index) => {
      const [chance = 0.5] = predicted?.predictions[index]?.winProbability ?? [];
      const reliability = predicted?.predictions[index]?.reliability ?? 0;
      return {
        name: member.displayName,
        location: [member.city, member.state].filter(Boolean).join(', '),
        rating: formatRating(ratingFor(member, sport)),
        chance,
        chanceText: formatPercent(chance),
        reliability: formatPercent(reliability),
      };
    })
    .sort((one, other) => Math.abs(one.chance - 0.5) - Math.abs(other.chance - 0.5));
}

/** How far from the player's own rating opponents are looked for. */
const SPREAD = 0.35;
const RATING_RANGE = { min: 2, max: 8 };

/** What `members.search` takes to find players rated about the same; of a player without a rating, everybody. */
export function ratedNear(rating: number | undefined) {
  if (rating === undefined) return { sort: 'activity' as const };
  return {
    minRating: threeDecimals(Math.max(RATING_RANGE.min, rating - SPREAD)),
    maxRating: threeDecimals(Math.min(RATING_RANGE.max, rating + SPREAD)),
    sort: 'activity' as const,
  };
}

/** As ratings are given. Binary fractions have more: 3.742 + 0.35 is 4.0920000000000005. */
function threeDecimals(rating: number): number {
  return Number(rating.toFixed(3));
}
