import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { newReportForm } from '../matches/report-form.ts';
import { sendPage } from '../pages/send-page.ts';
import { renderPlayerPage } from './player-page.ts';

/** `GET /player`: the connected player's rating, the form for a match, and the events received. */
export function showPlayer(club: Club): FastifyPluginAsync {
  return async (app) => {
    app.get('/player', async (request, reply) => {
      const player = club.sessions.find(request)?.player;
      if (!player) return reply.redirect('/', 303);
      const form = newReportForm(club.facts.otherMembers);
      return sendPage(reply, await renderPlayerPage(club, player, form, []));
    });
  };
}
