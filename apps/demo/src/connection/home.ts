import type { FastifyPluginAsync } from 'fastify';
import type { Club } from '../club.ts';
import { render } from '../pages/render.ts';
import { sendPage } from '../pages/send-page.ts';

/** `GET /`: what the club offers, and the log-in of the demonstration's player. */
export function home(club: Club): FastifyPluginAsync {
  const { facts, sessions, registration, serviceAddress } = club;
  return async (app) => {
    app.get('/', async (request, reply) =>
      sendPage(
        reply,
        render('home', {
          title: 'Bring your rating to the club',
          isConnected: Boolean(sessions.find(request)?.player),
          playerName: facts.member.name,
          email: facts.member.email,
          password: facts.member.password,
          serviceOrigin: new URL(serviceAddress).origin,
          webhookWarnings: await registration.ensure(),
        }),
      ),
    );
  };
}
