import { type BalanceResult, ValidationError } from '@partner-rating/client';
import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { errorText } from '../matches/error-texts.ts';
import { type ClubSport, chosenSport, sports } from '../matches/report.ts';
import { formatList, formatPercent } from '../pages/format.ts';
import { render, sendPage } from '../pages/render.ts';
import type { ClubMember } from '../start/facts.ts';

/** How many members the page offers, the connected player first. */
const OFFERED = 20;
/** How many players are selected at first. The service splits 4 to 16 players, with two teams of two on each court. */
const PRESENT_AT_FIRST = 8;

interface Night {
  sport?: string;
  player?: string | string[];
}

/** `GET /club-night?sport=…&player=…`: fair doubles for the players who are here. The page stores nothing, so its method is GET. */
export function planNight({ client, sessions, facts }: Club): FastifyPluginAsync {
  const offered = [facts.member, ...facts.otherMembers].slice(0, OFFERED);

  return async (app) => {
    app.get<{ Querystring: Night }>('/club-night', async (request, reply) => {
      if (!sessions.find(request)?.player) return reply.redirect('/', 303);
      const sport = chosenSport(request.query.sport);
      const asked = request.query.player;
      const present =
        asked === undefined
          ? offered.slice(0, PRESENT_AT_FIRST).map(({ id }) => id)
          : [asked].flat();

      const outcome = await balance(sport, present);
      const lineups = 'lineups' in outcome ? outcome.lineups : [];
      return sendPage(
        'errors' in outcome ? reply.code(422) : reply,
        render('club-night', {
          title: 'Club night',
          here: '/club-night',
          sports,
          sport,
          offered: offered.map((member) => ({ ...member, isHere: present.includes(member.id) })),
          lineups: lineups.map(({ courts, unfairness }) => ({
            courts: courts.map((court) => courtView(court, offered)),
            unfairness: formatPercent(unfairness),
          })),
          errors: 'errors' in outcome ? outcome.errors : [],
        }),
      );
    });
  };

  // The service decides who can be split: for example, six players cannot.
  async function balance(
    sport: ClubSport,
    players: string[],
  ): Promise<BalanceResult | { errors: string[] }> {
    try {
      const { code, winScore, winBy } = sport;
      return await client.matches.balance({ sport: code, winScore, winBy, players, teamSize: 2 });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      const errors = error.errors.length > 0 ? error.errors : [error];
      return { errors: errors.map(errorText) };
    }
  }
}

function courtView(
  { teams, winProbability, reliability }: BalanceResult['lineups'][number]['courts'][number],
  members: readonly Pick<ClubMember, 'id' | 'name'>[],
) {
  const nameOf = (id: string) => members.find((member) => member.id === id)?.name ?? id;
  const [chance = 0.5] = winProbability;
  return {
    teams: teams.map((team) => formatList(team.map(nameOf))),
    chance,
    chances: winProbability.map(formatPercent),
    reliability: formatPercent(reliability),
  };
}
