import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { sendPage } from '../pages/answer.ts';
import { renderHome } from '../pages/render.ts';

/** `GET /`: what the club offers, and the log-in of the demonstration's player. */
export function home(club: Club): FastifyPluginAsync {
  const { facts, sessions, registration, serviceAddress } = club;
  return async (app) => {
    app.get('/', async (request, reply) =>
      sendPage(
        reply,
        renderHome({
          isConnected: Boolean(sessions.find(request)?.player),
          playerName: facts.member.name,
          email: facts.member.email,
          password: facts.member.password,
          serviceOrigin: new URL(serviceAddress).origin,
          warnings: await registration.ensure(),
        }),
      ),
    );
  };
}
