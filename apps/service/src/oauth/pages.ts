import type { FastifyPluginAsync } from 'fastify';
import { createCodeAttempts } from '../accounts/attempt-code.ts';
import type { Throttles } from '../accounts/log-in-throttle.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { refusedPage } from '../platform/pages/message-pages.ts';
import { sendPage, servePages } from '../platform/pages/serve-pages.ts';
import { type ConnectStep, takeForm } from './connect-form.ts';
import { consent } from './consent.ts';
import { logIn, logInWithCode } from './log-in.ts';
import { logOut } from './log-out.ts';

const nextStep = { paragraphs: ['Go back to the site you came from and start again.'] };

/** Where the forms of the connect flow are posted. The pages with the forms are `showAuthorization`'s. */
export function oauthPages(
  dependencies: Dependencies,
  throttles: Pick<Throttles, 'logIn' | 'code'>,
): FastifyPluginAsync {
  const attempts = createCodeAttempts(dependencies, throttles.code);
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
    post('/connect/log-in', 'visit', logIn(dependencies, throttles.logIn, attempts.tickets));
    post('/connect/log-in/code', 'visit', logInWithCode(dependencies, attempts));
    post('/connect/consent', 'session', consent(dependencies));
    post('/connect/log-out', 'session', logOut(dependencies));
  };
}
