import { type Member, ratingFor, splitFor } from '@partner-rating/client';
import {
  PRIMARY_BRACKET,
  playerId,
  predictMatch,
  type Skill,
  skillOf,
  startingSkill,
} from '@partner-rating/ratings';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { type ClubSport, chosenSport, sports } from '../matches/report.ts';
import { formatPercent, formatRating } from '../pages/format.ts';
import { render, sendPage } from '../pages/render.ts';

const SHOWN = 12;

interface Search {
  sport?: string;
  name?: string;
}

/** `GET /opponents?sport=…&name=…`: opponents, with the odds of a match against each. */
export function findOpponents({ client, sessions }: Club): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Querystring: Search }>('/opponents', async (request, reply) => {
      const player = sessions.find(request)?.player;
      if (!player) return reply.redirect('/', 303);
      const sport = chosenSport(request.query.sport);
      const name = String(request.query.name ?? '').trim();

      const member = await player.client.members.get();
      const own = ratingFor(member, sport.code);
      const mayReadRatings = player.grantedScopes.includes('user:rating:read');
      const { players } = await client.members.search({
        sport: [sport.code],
        limit: SHOWN + 1,
        ...(name === '' ? ratedNear(own) : { name }),
      });
      const found = players.filter(({ id }) => id !== player.id).slice(0, SHOWN);
      return sendPage(
        reply,
        render('opponents', {
          title: 'Find opponents',
          here: '/opponents',
          sports,
          sport,
          name,
          own: formatRating(own),
          mayReadRatings,
          opponents: opponentViews(found, mayReadRatings ? skillIn(member, sport) : null, sport),
        }),
      );
    });
  };
}

// The most even match comes first. A player who does not share their rating sees no odds.
function opponentViews(found: Member[], own: Skill | null, sport: ClubSport) {
  const unevenness = ({ odds }: { odds: Odds | null }) => Math.abs((odds?.chance ?? 0.5) - 0.5);
  return found
    .map((member) => ({
      name: member.displayName,
      location: [member.city, member.state].filter(Boolean).join(', '),
      rating: formatRating(ratingFor(member, sport.code)),
      odds: own === null ? null : oddsOf(own, skillIn(member, sport), sport),
    }))
    .sort((one, other) => unevenness(one) - unevenness(other));
}

type Odds = ReturnType<typeof oddsOf>;

// The club has read both ratings, so it predicts the match without another request.
function oddsOf(own: Skill, opponent: Skill, { code, winScore, winBy }: ClubSport) {
  const format = { sport: code, winScore, winBy, bestOf: 3 };
  const { winProbability, reliability } = predictMatch([[own], [opponent]], format);
  const [chance = 0.5] = winProbability;
  return { chance, chanceText: formatPercent(chance), reliability: formatPercent(reliability) };
}

/** Returns the skill of a member in a singles match: that of a newcomer if there is no rating. */
function skillIn(member: Member, { code }: ClubSport): Skill {
  const split = splitFor(member, code, PRIMARY_BRACKET);
  if (split === undefined) return startingSkill({ sport: code, teamSize: 1 }, playerId(member.id));
  const { R: rating, reliability } = split;
  return skillOf({ rating, reliability });
}

/** The maximum difference between the ratings of the player and the opponents. */
const SPREAD = 0.35;
const RATING_RANGE = { min: 2, max: 8 };

/**
 * Returns the filter of `members.search` for players with a similar rating: for all players if the player has no
 * rating.
 */
export function ratedNear(rating: number | undefined) {
  if (rating === undefined) return { sort: 'activity' as const };
  return {
    minRating: threeDecimals(Math.max(RATING_RANGE.min, rating - SPREAD)),
    maxRating: threeDecimals(Math.min(RATING_RANGE.max, rating + SPREAD)),
    sort: 'activity' as const,
  };
}

/** Rounds to the three decimals of a rating: 3.742 + 0.35 is 4.0920000000000005 in binary. */
function threeDecimals(rating: number): number {
  return Number(rating.toFixed(3));
}
