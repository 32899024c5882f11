import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';

/** `POST /leave`: ends the session of this browser. */
export function leave({ sessions }: Club): FastifyPluginAsync {
  return async (app) => {
    app.post('/leave', async (request, reply) => {
      sessions.close(request, reply);
      return reply.redirect('/', 303);
    });
  };
}
