// The pages of people who work for a partner, below `/console`.

import type { FastifyPluginAsync } from 'fastify';
import { doneAnswer } from '../../account/pages/account-form.ts';
import { logInPath } from '../../account/pages/log-in.ts';
import { openPagesOf, serveLogIn } from '../../account/pages/open-pages.ts';
import { clearCookie } from '../../connect/login/posted-form.ts';
import { partnerPeople } from '../../connect/login/realms.ts';
import { endSession, findPartnerPerson } from '../../connect/login/sessions.ts';
import type { Throttles } from '../../connect/login/throttles.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { redirectAnswer } from '../../platform/pages/answer.ts';
import { refusedPage, sendPage, servePages } from '../../platform/pages/message-pages.ts';
import type { PageDefinition } from '../pages/parts/page.ts';
import { serveArea, serveLogOut } from '../pages/parts/serve-page.ts';
import { applicationPage } from './application.ts';
import { applicationsPage } from './applications.ts';
import { partnerLogInPage, peopleArea } from './area.ts';
import { serveErasure } from './erase-account.ts';
import { firstStepsPage } from './first-steps.ts';
import { signUpPage, submitSignUp } from './sign-up.ts';
import { teamPage } from './team.ts';
import { requestsPage } from './usage.ts';
import { endpointPage, ownDeliveryPage, webhooksPage } from './webhooks.ts';

const { home, register } = partnerPeople;

export const LOG_OUT_PATH = `${home}/log-out`;

const nextStep = () => ({
  paragraphs: ['The address is wrong, or what was there is gone.'],
  link: { address: home, text: 'To the console' },
});

/** Each page of the console, with its forms. */
export const consolePages: readonly PageDefinition[] = [
  applicationsPage,
  applicationPage,
  firstStepsPage,
  webhooksPage,
  endpointPage,
  ownDeliveryPage,
  requestsPage,
  teamPage,
];

/** The pages of people of partners: the console, sign-up, log-in, and log-out. */
export function peoplePages(dependencies: Dependencies, throttles: Throttles): FastifyPluginAsync {
  const { publicUrl, configuration } = dependencies;
  return async (app) => {
    servePages(app, nextStep);
    app.get(logInPath(partnerPeople), async (request, reply) => {
      const person = await findPartnerPerson(dependencies, request.headers.cookie);
      const answer =
        person === null ? partnerLogInPage(dependencies, request) : redirectAnswer(home);
      return sendPage(reply, answer);
    });
    serveLogIn(app, dependencies, throttles, partnerPeople, nextStep);

    const { open, refuseGet } = openPagesOf(app, dependencies, partnerPeople, nextStep);
    if (configuration.partnerSignUp === 'off') {
      app.all(register, async ({ id }, reply) => sendPage(reply, refusedPage(404, nextStep(), id)));
    } else {
      open(
        register,
        'email',
        (cookies, _email, _id, errors) => signUpPage(dependencies, cookies, { errors }),
        submitSignUp(dependencies, throttles.mail),
      );
    }

    serveArea(app, dependencies, peopleArea(dependencies, throttles), consolePages);

    serveErasure(app, dependencies, throttles);

    serveLogOut(app, dependencies, { realm: partnerPeople, home }, async ({ cookies }) => {
      await endSession(dependencies, cookies.session);
      const cleared = [clearCookie(publicUrl, partnerPeople, 'session')];
      return doneAnswer(dependencies, { kind: 'logged-out' }, cleared, partnerPeople);
    });
    refuseGet(LOG_OUT_PATH);
  };
}
