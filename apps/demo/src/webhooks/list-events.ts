import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { render } from '../pages/render.ts';
import { eventView } from './event-view.ts';

/** `GET /events?after=<number>`: the list items of newer events, for the page's script. */
export function listEvents({ events, sessions }: Club): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Querystring: { after?: string } }>('/events', async (request, reply) => {
      if (!sessions.find(request)?.player) return reply.code(401).send();
      const newer = events.after(Number(request.query.after ?? 0));
      if (newer.length === 0) return reply.code(204).send();
      return reply
        .type('text/html; charset=utf-8')
        .send(render('event-items', { events: newer.map(eventView), arrive: true }));
    });
  };
}
