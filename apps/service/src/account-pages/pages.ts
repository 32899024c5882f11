import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { readCookies } from '../accounts/cookies.ts';
import type { LogInThrottle, PasswordThrottle } from '../accounts/log-in-throttle.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { PageAnswer } from '../platform/pages/answer.ts';
import { refusedPage } from '../platform/pages/message-pages.ts';
import { sendPage, servePages } from '../platform/pages/serve-pages.ts';
import {
  ACCOUNT_PATH,
  type AccountStep,
  findLoggedIn,
  type LoggedInPlayer,
  takeAccountForm,
} from './account-form.ts';
import { submitDiscovery } from './change-discovery.ts';
import { passwordPage, submitPassword } from './change-password.ts';
import { disconnect, disconnectPage } from './disconnect.ts';
import { endOneSession, endOthers, logOut } from './end-sessions.ts';
import { erasePage, submitErasure } from './erase-account.ts';
import { submitExport } from './export-account.ts';
import { accountLogInPage, logIn } from './log-in.ts';
import { takeNotice } from './notice.ts';
import { accountPage } from './show-account.ts';

const nextStep = {
  paragraphs: ['Everything there is to do starts at your account.'],
  link: { address: ACCOUNT_PATH, text: 'Go to your account' },
};

type View = (player: LoggedInPlayer, request: FastifyRequest) => Promise<PageAnswer> | PageAnswer;

/** The pages where a player looks after their account. */
export function accountPages(
  dependencies: Dependencies,
  throttle: LogInThrottle,
  passwordThrottle: PasswordThrottle,
): FastifyPluginAsync {
  return async (app) => {
    servePages(app, nextStep);

    /** A page for players who are logged in; anybody else is asked to log in first. */
    const show = (path: string, view: View) => {
      app.get(path, async (request, reply) => {
        const { cookie } = request.headers;
        const cookies = readCookies(dependencies.publicUrl, cookie);
        const player = await findLoggedIn(dependencies, cookies.session);
        const answer =
          player === null
            ? accountLogInPage(dependencies, cookies, takeNotice(dependencies, cookie))
            : await view(player, request);
        return sendPage(reply, answer);
      });
    };
    const take = (path: string, step: AccountStep) => {
      app.post(path, async (request, reply) =>
        sendPage(reply, await takeAccountForm(dependencies, request, step)),
      );
    };
    /** For a player who loads the address of a page that a form was answered with. */
    const refuseGet = (path: string) => {
      app.get(path, async (request, reply) =>
        sendPage(reply.header('allow', 'POST'), refusedPage(405, nextStep, request.id)),
      );
    };

    show(ACCOUNT_PATH, (player, { headers }) =>
      accountPage(dependencies, player, takeNotice(dependencies, headers.cookie)),
    );
    show('/account/disconnect', (player, { url }) =>
      disconnectPage(
        dependencies,
        player,
        new URLSearchParams(url.split('?')[1]).get('application'),
      ),
    );
    show('/account/password', (player) => passwordPage(player));
    show('/account/erase', async (player) => await erasePage(dependencies, player));

    app.post('/account/log-in', async (request, reply) =>
      sendPage(reply, await logIn(dependencies, throttle, request)),
    );
    take('/account/log-out', logOut(dependencies));
    take('/account/disconnect', disconnect(dependencies));
    take('/account/sessions/end', endOneSession(dependencies));
    take('/account/sessions/end-others', endOthers(dependencies));
    take('/account/discovery', submitDiscovery(dependencies));
    take('/account/password', submitPassword(dependencies, passwordThrottle));
    take('/account/export', submitExport(dependencies));
    take('/account/erase', submitErasure(dependencies, passwordThrottle));

    refuseGet('/account/log-in');
    refuseGet('/account/log-out');
    refuseGet('/account/sessions/end');
    refuseGet('/account/sessions/end-others');
    refuseGet('/account/discovery');
    refuseGet('/account/export');
  };
}
