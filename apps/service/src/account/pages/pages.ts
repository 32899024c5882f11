// The routes of the account pages.

import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { createTickets, PROFILE_PATH, RECOVERY_PATH } from '../../connect/login/links.ts';
import { takeNotice } from '../../connect/login/notice.ts';
import { readCookies } from '../../connect/login/posted-form.ts';
import { createOwnerProof } from '../../connect/login/prove-owner.ts';
import { linkPath, players } from '../../connect/login/realms.ts';
import type { Throttles } from '../../connect/login/throttles.ts';
import { SHARED_PATH } from '../../members/domain/names.ts';
import {
  type Dependencies,
  readingFromReplicas,
} from '../../platform/configuration/dependencies.ts';
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

/** Serves the pages where a player manages their account. */
export function accountPages(dependencies: Dependencies, throttles: Throttles): FastifyPluginAsync {
  return async (app) => {
    servePages(app, nextStep);
    const pages = views(dependencies);
    const steps = forms(dependencies, throttles);
    for (const [path, view] of Object.entries(pages)) {
      app.get(path, async (request, reply) =>
        sendPage(reply, await show(dependencies, request, view)),
      );
    }
    for (const [path, step] of Object.entries(steps)) {
      app.post(path, async (request, reply) =>
        sendPage(reply, await takeAccountForm(dependencies, request, step)),
      );
    }
    serveSharedPages(app, readingFromReplicas(dependencies));
    await app.register(oneClick(dependencies));
    serveLogIn(app, dependencies, throttles, players, nextStep);

    const { open, refuseGet } = openPagesOf(app, dependencies, players, nextStep);
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
    for (const path of [logInPath(players), ...Object.keys(steps)]) {
      if (!(path in pages)) refuseGet(path);
    }
  };
}

/** Shows a page to a player who is logged in. Asks anybody else to log in first. */
async function show(
  dependencies: Dependencies,
  request: FastifyRequest,
  view: View,
): Promise<PageAnswer> {
  const { cookie } = request.headers;
  const cookies = readCookies(dependencies.publicUrl, cookie);
  const player = await findLoggedIn(dependencies, cookies.session);
  return player === null
    ? accountLogInPage(dependencies, cookies, takeNotice(dependencies, cookie))
    : await view(player, request);
}

function views(dependencies: Dependencies): Record<string, View> {
  const reading = readingFromReplicas(dependencies);
  const noticeFor = ({ headers }: FastifyRequest) => takeNotice(dependencies, headers.cookie);
  return {
    [ACCOUNT_PATH]: (player, request) => {
      const range = readRange(parameter(request.url, 'range'));
      return ratingsPage(reading, player, range, noticeFor(request));
    },
    [MATCHES_PATH]: (player, request) => {
      const from = { before: parameter(request.url, 'before'), at: parameter(request.url, 'at') };
      return matchesPage(reading, player, from, noticeFor(request));
    },
    [SETTINGS_PATH]: (player, request) => settingsPage(dependencies, player, noticeFor(request)),
    [SHARING_PATH]: (player, request) => sharingPage(dependencies, player, noticeFor(request)),
    [WHAT_IF_PATH]: (player, { url }) => whatIfPage(reading, player, url),
    [PROFILE_PATH]: (player) => profilePage(dependencies, player),
    '/account/disconnect': (player, { url }) =>
      disconnectPage(dependencies, player, parameter(url, 'application')),
    '/account/password': (player) => passwordPage(dependencies, player),
    '/account/erase': (player) => erasePage(dependencies, player),
    [ACTIVITY_PATH]: (player, { url }) =>
      activityPage(dependencies, player, parameter(url, 'before')),
    [CLAIMS_PATH]: (player) => claimsPage(dependencies, player),
    [EMAIL_PATH]: (player, { id }) => emailPage(dependencies, player, id),
    [SECOND_FACTOR_PATH]: (player) => secondFactorPage(dependencies, player),
    [RECOVERY_PATH]: (player) => showRenewal(dependencies, player),
  };
}

function forms(dependencies: Dependencies, throttles: Throttles): Record<string, AccountStep> {
  const proveOwner = createOwnerProof(dependencies, throttles);
  const setUps = createTickets<{ key: string }>(dependencies);
  return {
    [PROFILE_PATH]: submitProfile(dependencies),
    '/account/log-out': logOut(dependencies),
    '/account/disconnect': disconnect(dependencies),
    '/account/sessions/end': endOneSession(dependencies),
    '/account/sessions/end-others': endOthers(dependencies),
    '/account/discovery': submitDiscovery(dependencies),
    [SHARING_PATH]: submitSharing(dependencies),
    [MAILS_PATH]: submitMails(dependencies),
    '/account/results': submitResultAnswer(dependencies),
    [CLAIMS_PATH]: submitClaims(dependencies),
    '/account/export': submitExport(dependencies),
    '/account/erase': submitErasure(dependencies, proveOwner),
    '/account/password': submitPassword(dependencies, proveOwner),
    [EMAIL_PATH]: submitEmail(dependencies, proveOwner),
    [SECOND_FACTOR_PATH]: submitSetUp(dependencies, throttles.password, setUps),
    [TURN_ON_PATH]: submitTurnOn(dependencies, setUps),
    [TURN_OFF_PATH]: submitTurnOff(dependencies, throttles),
    [RECOVERY_PATH]: submitRenewal(dependencies, throttles),
  };
}

/** Serves the pages that a player shows to others. Their path contains a secret. */
function serveSharedPages(app: FastifyInstance, dependencies: Dependencies): void {
  type Secret = { Params: { secret: string } };
  // The log omits the value because of the name of the parameter.
  app.get<Secret>(`${SHARED_PATH}/:secret`, async ({ params, id }, reply) =>
    sendPage(reply, await sharedPage(dependencies, params.secret, id)),
  );
  app.get<Secret>(`${SHARED_PATH}/:secret/picture.png`, async ({ params, id }, reply) =>
    sendPage(reply, await sharedPicture(dependencies, params.secret, id)),
  );
}

/** Ends emails by the link in one of them. A mail program sends one request without cookies, with a form of either kind. */
function oneClick(dependencies: Dependencies): FastifyPluginAsync {
  return async (app) => {
    app.get(STOP_PATH, async ({ url }, reply) =>
      sendPage(reply, await stopPage(dependencies, parameter(url, 'token') ?? '')),
    );
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
