import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { createTickets, PROFILE_PATH, RECOVERY_PATH } from '../../connect/login/links.ts';
import type { Throttles } from '../../connect/login/log-in-throttle.ts';
import { takeNotice } from '../../connect/login/notice.ts';
import { readCookies } from '../../connect/login/posted-form.ts';
import { createOwnerProof } from '../../connect/login/prove-owner.ts';
import { linkPath, players } from '../../connect/login/realms.ts';
import { SHARED_PATH } from '../../members/domain/names.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { PageAnswer } from '../../platform/pages/answer.ts';
import { refusedPage, sendPage, servePages } from '../../platform/pages/message-pages.ts';
import { STOP_PATH } from '../compose-player-mail.ts';
import { readRange } from '../domain/chart-range.ts';
import { MATCHES_PATH } from '../domain/page-words.ts';
import { accountTexts } from '../domain/texts.ts';
import {
  ACCOUNT_PATH,
  type AccountStep,
  findLoggedIn,
  type LoggedInPlayer,
  SETTINGS_PATH,
  SHARING_PATH,
  takeAccountForm,
} from './account-form.ts';
import { disconnect, disconnectPage, endOneSession, endOthers, logOut } from './connections.ts';
import {
  confirmEmailPage,
  EMAIL_PATH,
  emailPage,
  submitEmail,
  submitEmailConfirmation,
} from './email.ts';
import { accountLogInPage, logInPath } from './log-in.ts';
import { MAILS_PATH, stopMails, stopPage, submitMails } from './mails.ts';
import { openPagesOf, parameter, serveLogIn } from './open-pages.ts';
import { passwordPage, submitPassword } from './password.ts';
import { profilePage, submitProfile } from './profile.ts';
import { REGISTER_PATH, registerPage, submitRegistration } from './register.ts';
import {
  CLAIMS_PATH,
  claimsPage,
  matchesPage,
  submitClaims,
  submitResultAnswer,
} from './results.ts';
import {
  SECOND_FACTOR_PATH,
  secondFactorPage,
  showRenewal,
  submitRenewal,
  submitSetUp,
  submitTurnOff,
  submitTurnOn,
  TURN_OFF_PATH,
  TURN_ON_PATH,
} from './second-factor.ts';
import { erasePage, submitDiscovery, submitErasure, submitExport } from './settings.ts';
import { sharedPage, sharedPicture } from './sharing/public-page.ts';
import { sharingPage, submitSharing } from './sharing/sharing-page.ts';
import { ratingsPage } from './show-ratings.ts';
import { ACTIVITY_PATH, activityPage, settingsPage } from './show-settings.ts';
import { WHAT_IF_PATH, whatIfPage } from './what-if.ts';

const nextStep = () => {
  const { startAtAccount, toAccount } = accountTexts().forms;
  return { paragraphs: [startAtAccount], link: { address: ACCOUNT_PATH, text: toAccount } };
};

type View = (player: LoggedInPlayer, request: FastifyRequest) => Promise<PageAnswer> | PageAnswer;

/** The pages where a player looks after their account. */
export function accountPages(dependencies: Dependencies, throttles: Throttles): FastifyPluginAsync {
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
    const { open, refuseGet } = openPagesOf(app, dependencies, players, nextStep);

    show(ACCOUNT_PATH, (player, { headers, url }) =>
      ratingsPage(
        dependencies,
        player,
        readRange(parameter(url, 'range')),
        takeNotice(dependencies, headers.cookie),
      ),
    );
    show(MATCHES_PATH, (player, { headers, url }) =>
      matchesPage(
        dependencies,
        player,
        parameter(url, 'before'),
        takeNotice(dependencies, headers.cookie),
      ),
    );
    show(SETTINGS_PATH, (player, { headers }) =>
      settingsPage(dependencies, player, takeNotice(dependencies, headers.cookie)),
    );
    show(SHARING_PATH, (player, { headers }) =>
      sharingPage(dependencies, player, takeNotice(dependencies, headers.cookie)),
    );
    show(WHAT_IF_PATH, (player, { url }) => whatIfPage(dependencies, player, url));
    show(PROFILE_PATH, (player) => profilePage(dependencies, player));
    show('/account/disconnect', (player, { url }) =>
      disconnectPage(dependencies, player, parameter(url, 'application')),
    );
    show('/account/password', (player) => passwordPage(dependencies, player));
    show('/account/erase', async (player) => await erasePage(dependencies, player));

    show(ACTIVITY_PATH, async (player, { url }) =>
      activityPage(dependencies, player, parameter(url, 'before')),
    );
    show(CLAIMS_PATH, async (player) => await claimsPage(dependencies, player));
    show(EMAIL_PATH, (player, { id }) => emailPage(dependencies, player, id));

    show(SECOND_FACTOR_PATH, (player) => secondFactorPage(dependencies, player));
    show(RECOVERY_PATH, (player) => showRenewal(dependencies, player));

    // By the name of the parameter the log knows that the path is a secret.
    app.get<{ Params: { secret: string } }>(`${SHARED_PATH}/:secret`, async (request, reply) =>
      sendPage(reply, await sharedPage(dependencies, request.params.secret, request.id)),
    );
    app.get<{ Params: { secret: string } }>(
      `${SHARED_PATH}/:secret/picture.png`,
      async (request, reply) =>
        sendPage(reply, await sharedPicture(dependencies, request.params.secret, request.id)),
    );

    app.get(STOP_PATH, async ({ url }, reply) =>
      sendPage(reply, await stopPage(dependencies, parameter(url, 'token') ?? '')),
    );
    await app.register(oneClick(dependencies));

    open(
      REGISTER_PATH,
      'authorization',
      (cookies, authorization, _id, errors) =>
        registerPage(dependencies, cookies, authorization, { errors }),
      submitRegistration(dependencies, throttles.mail),
    );
    open(
      linkPath(players, 'email'),
      'token',
      (cookies, token, id, errors) => confirmEmailPage(dependencies, cookies, token, id, errors),
      submitEmailConfirmation(dependencies),
    );
    serveLogIn(app, dependencies, throttles, players, nextStep);
    take(PROFILE_PATH, submitProfile(dependencies));
    take('/account/log-out', logOut(dependencies));
    take('/account/disconnect', disconnect(dependencies));
    take('/account/sessions/end', endOneSession(dependencies));
    take('/account/sessions/end-others', endOthers(dependencies));
    take('/account/discovery', submitDiscovery(dependencies));
    take(SHARING_PATH, submitSharing(dependencies));
    take(MAILS_PATH, submitMails(dependencies));
    take('/account/results', submitResultAnswer(dependencies));
    take(CLAIMS_PATH, submitClaims(dependencies));
    take('/account/export', submitExport(dependencies));
    const proveOwner = createOwnerProof(dependencies, throttles);
    take('/account/erase', submitErasure(dependencies, proveOwner));
    take('/account/password', submitPassword(dependencies, proveOwner));
    take(EMAIL_PATH, submitEmail(dependencies, proveOwner));
    const setUps = createTickets<{ key: string }>(dependencies);
    take(SECOND_FACTOR_PATH, submitSetUp(dependencies, throttles.password, setUps));
    take(TURN_ON_PATH, submitTurnOn(dependencies, setUps));
    take(TURN_OFF_PATH, submitTurnOff(dependencies, throttles));
    take(RECOVERY_PATH, submitRenewal(dependencies, throttles));

    refuseGet(logInPath(players));
    refuseGet(TURN_ON_PATH);
    refuseGet(TURN_OFF_PATH);
    refuseGet('/account/log-out');
    refuseGet('/account/sessions/end');
    refuseGet('/account/sessions/end-others');
    refuseGet('/account/discovery');
    refuseGet(MAILS_PATH);
    refuseGet('/account/results');
    refuseGet('/account/export');
  };
}

/** The one request by which a mail program ends mails: it has no cookies, and may send a form of either kind. */
function oneClick(dependencies: Dependencies): FastifyPluginAsync {
  return async (app) => {
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) =>
      done(null, body),
    );
    app.post<{ Body: string }>(STOP_PATH, async ({ url, id, body }, reply) => {
      if (!String(body).includes('One-Click'))
        return sendPage(reply, refusedPage(400, nextStep(), id));
      return sendPage(reply, await stopMails(dependencies, parameter(url, 'token') ?? '', id));
    });
  };
}
