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

/** Returns functions that serve the pages of a realm to anybody. */
export function openPagesOf(
  app: FastifyInstance,
  dependencies: Dependencies,
  realm: Realm,
  nextStep: () => NextStep,
) {
  const takeOpen = (path: string, step: VisitStep, showAgain: VisitView) => {
    app.post(path, async (request, reply) => {
      const form = readForm(dependencies, request, realm);
      const answer = await takeVisitForm(dependencies, form, realm.home, step, showAgain);
      return sendPage(reply, answer);
    });
  };
  return {
    takeOpen,
    /** Serves a page and its form. The page gets the value of a parameter of its address. */
    open: (path: string, name: string, view: OpenView, step: VisitStep) => {
      app.get(path, async (request, reply) => {
        const cookies = readCookies(dependencies.publicUrl, request.headers.cookie, realm);
        const value = parameter(request.url, name) ?? '';
        return sendPage(reply, await view(cookies, value, request.id, []));
      });
      takeOpen(path, step, ({ cookies, field, requestId }, errors) =>
        view(cookies, field(name), requestId, errors),
      );
    },
    /** Serves a page to somebody who reloads the response to a form. */
    refuseGet: (path: string) => {
      app.get(path, async (request, reply) =>
        sendPage(reply.header('allow', 'POST'), refusedPage(405, nextStep(), request.id)),
      );
    },
  };
}

/** Serves everything that people of a realm log in with: the forms, and the pages of the links in mails. */
export function serveLogIn(
  app: FastifyInstance,
  dependencies: Dependencies,
  throttles: Throttles,
  realm: Realm,
  nextStep: () => NextStep,
): void {
  const { open, takeOpen, refuseGet } = openPagesOf(app, dependencies, realm, nextStep);
  const tools = createLogInTools(dependencies, throttles);
  const again = showLogInAgain(dependencies);
  const path = logInPath(realm);
  takeOpen(path, logIn(dependencies, tools), again);
  takeOpen(`${path}/code`, logInWithCode(dependencies, tools), again);
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
    // The address comes from the form, so that a link cannot fill it in.
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
