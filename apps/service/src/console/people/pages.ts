import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { doneAnswer } from '../../account/pages/account-form.ts';
import { accountLogInPage, logInPath } from '../../account/pages/log-in.ts';
import { openPagesOf, serveLogIn } from '../../account/pages/open-pages.ts';
import type { Throttles } from '../../connect/login/log-in-throttle.ts';
import { takeNotice } from '../../connect/login/notice.ts';
import {
  clearCookie,
  createFormToken,
  isGenuineForm,
  readCookies,
  readForm,
} from '../../connect/login/posted-form.ts';
import { partnerPeople } from '../../connect/login/realms.ts';
import { endSession, findPartnerPerson, type PartnerPerson } from '../../connect/login/sessions.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import {
  refusedPage,
  sendPage,
  servePages,
  staleFormPage,
} from '../../platform/pages/message-pages.ts';
import { renderForm } from '../../platform/pages/render.ts';
import { signUpPage, submitSignUp } from './sign-up.ts';

const { home, register } = partnerPeople;

export const LOG_OUT_PATH = `${home}/log-out`;

const nextStep = () => ({
  paragraphs: ['The address is wrong, or what was there is gone.'],
  link: { address: home, text: 'To the console' },
});

/** What a page of the console shows to somebody who is not logged in. */
export function partnerLogInPage(
  dependencies: Dependencies,
  { headers: { cookie } }: Pick<FastifyRequest, 'headers'>,
): HtmlAnswer {
  const cookies = readCookies(dependencies.publicUrl, cookie, partnerPeople);
  const notice = takeNotice(dependencies, cookie, partnerPeople);
  return accountLogInPage(dependencies, cookies, notice);
}

function homePage(
  dependencies: Dependencies,
  { headers: { cookie } }: Pick<FastifyRequest, 'headers'>,
  { name, session }: PartnerPerson,
): HtmlAnswer {
  const notice = takeNotice(dependencies, cookie, partnerPeople);
  const page = renderForm({
    ...{ heading: 'Console', lead: `You are logged in as ${name}.`, action: LOG_OUT_PATH },
    ...{ formToken: createFormToken(session), fields: [], faults: [], faultHeading: '' },
    submit: 'Log out',
  });
  return htmlAnswer(200, page, { formAction: 'self', cookies: notice.cookies });
}

/** The pages with which people of partners sign up, log in, and log out. */
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
        (cookies, _email, _id, faults) => signUpPage(dependencies, cookies, { faults }),
        submitSignUp(dependencies, throttles.mail),
      );
    }

    app.get(home, async (request, reply) => {
      const person = await findPartnerPerson(dependencies, request.headers.cookie);
      const answer =
        person === null
          ? partnerLogInPage(dependencies, request)
          : homePage(dependencies, request, person);
      return sendPage(reply, answer);
    });

    app.post(LOG_OUT_PATH, async (request, reply) => {
      const form = readForm(dependencies, request, partnerPeople);
      if (!isGenuineForm(dependencies, form, 'session')) {
        return sendPage(reply, staleFormPage(home, request.id));
      }
      await endSession(dependencies, form.cookies.session);
      const cookies = [clearCookie(publicUrl, partnerPeople, 'session')];
      const done = { kind: 'logged-out' } as const;
      return sendPage(reply, doneAnswer(dependencies, done, cookies, partnerPeople));
    });
    refuseGet(LOG_OUT_PATH);
  };
}
