// The pages that need no log-in: forms to log in, and the pages of links in emails.
import type { FastifyInstance } from 'fastify';
import { createLogInTools } from '../../connect/login/log-in.ts';
import { type Cookies, readCookies, readForm } from '../../connect/login/posted-form.ts';
import { forgottenPath, linkPath, type Realm } from '../../connect/login/realms.ts';
import type { Throttles } from '../../connect/login/throttles.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { PageAnswer } from '../../platform/pages/answer.ts';
import { type NextStep, refusedPage, sendPage } from '../../platform/pages/message-pages.ts';
import type { FormError } from '../../platform/pages/render.ts';
import { takeVisitForm, type VisitStep, type VisitView } from './account-form.ts';
import {
  logIn,
  logInLinkPage,
  logInPath,
  logInWithCode,
  showLogInAgain,
  submitLogInLink,
} from './log-in.ts';
import { forgottenPage, newPasswordPage, submitForgotten, submitNewPassword } from './password.ts';
import { confirmRegistrationPage, submitConfirmation } from './register.ts';

type OpenView = (
  cookies: Cookies,
  value: string,
  requestId: string,
  errors: FormError[],
) => Promise<PageAnswer> | PageAnswer;

/** Returns a parameter of an address, or null. */
export function parameter(url: string, name: string): string | null {
  return new URLSearchParams(url.split('?')[1]).get(name);
}

/** Returns functions that serve pages without a log-in. A realm is the pages of players, of partners, or of operators. */
export function openPagesOf(
  app: FastifyInstance,
  dependencies: Dependencies,
  realm: Realm,
  nextStep: () => NextStep,
) {
  const takeForm = (path: string, step: VisitStep, showAgain: VisitView) => {
    app.post(path, async (request, reply) => {
      const form = readForm(dependencies, request, realm);
      const answer = await takeVisitForm(dependencies, form, realm.home, step, showAgain);
      return sendPage(reply, answer);
    });
  };
  return {
    takeForm,
    /** Serves a page and its form. The page gets the value of a parameter of its address. */
    open: (path: string, name: string, view: OpenView, step: VisitStep) => {
      app.get(path, async (request, reply) => {
        const cookies = readCookies(dependencies.publicUrl, request.headers.cookie, realm);
        const value = parameter(request.url, name) ?? '';
        return sendPage(reply, await view(cookies, value, request.id, []));
      });
      takeForm(path, step, ({ cookies, field, requestId }, errors) =>
        view(cookies, field(name), requestId, errors),
      );
    },
    /** Answers a GET of an address that takes only a form with a 405 page. It is usually a reload. */
    refuseGet: (path: string) => {
      app.get(path, async (request, reply) =>
        sendPage(reply.header('allow', 'POST'), refusedPage(405, nextStep(), request.id)),
      );
    },
  };
}

/** Serves the log-in of a realm: the forms, and the pages of links in emails. */
export function serveLogIn(
  app: FastifyInstance,
  dependencies: Dependencies,
  throttles: Throttles,
  realm: Realm,
  nextStep: () => NextStep,
): void {
  const { open, takeForm, refuseGet } = openPagesOf(app, dependencies, realm, nextStep);
  const tools = createLogInTools(dependencies, throttles);
  const again = showLogInAgain(dependencies);
  const path = logInPath(realm);
  takeForm(path, logIn(dependencies, tools), again);
  takeForm(`${path}/code`, logInWithCode(dependencies, tools), again);
  refuseGet(`${path}/code`);
  open(
    linkPath(realm, 'registration'),
    'token',
    (cookies, token, id, errors) =>
      confirmRegistrationPage(dependencies, cookies, token, id, { errors }),
    submitConfirmation(dependencies, throttles.password),
  );
  open(
    forgottenPath(realm),
    'email',
    // Only the form fills in the email address, so that a link cannot.
    (cookies, email, id, errors) =>
      forgottenPage(dependencies, cookies, id, errors.length > 0 ? { email, errors } : {}),
    submitForgotten(dependencies, throttles.mail),
  );
  open(
    linkPath(realm, 'password'),
    'token',
    (cookies, token, id, errors) => newPasswordPage(dependencies, cookies, token, id, errors),
    submitNewPassword(dependencies),
  );
  open(
    linkPath(realm, 'log-in'),
    'token',
    (cookies, token, id, errors) => logInLinkPage(dependencies, cookies, token, id, errors),
    submitLogInLink(dependencies),
  );
}
