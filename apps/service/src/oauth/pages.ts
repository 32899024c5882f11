import type { FastifyPluginAsync } from 'fastify';
import type { LogInThrottle } from '../accounts/log-in-throttle.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { refusedPage } from '../platform/pages/message-pages.ts';
import { sendPage, servePages } from '../platform/pages/serve-pages.ts';
import { type ConnectStep, takeForm } from './connect-form.ts';
import { consent } from './consent.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';

const nextStep = { paragraphs: ['Go back to the site you came from and start again.'] };

/** Where the forms of the connect flow are posted. The pages with the forms are `showAuthorization`'s. */
export function oauthPages(
  dependencies: Dependencies,
  throttle: LogInThrottle,
): FastifyPluginAsync {
  return async (app) => {
    servePages(app, nextStep);
    const post = (path: string, boundTo: 'session' | 'visit', step: ConnectStep) => {
      app.post(path, async (request, reply) =>
        sendPage(reply, await takeForm(dependencies, request, boundTo, step)),
      );
      // For a player who loads the address of a page that a form was answered with.
      app.get(path, async (request, reply) =>
        sendPage(reply.header('allow', 'POST'), refusedPage(405, nextStep, request.id)),
      );
    };
    post('/connect/log-in', 'visit', logIn(dependencies, throttle));
    post('/connect/consent', 'session', consent(dependencies));
    post('/connect/log-out', 'session', logOut(dependencies));
  };
}
