import type { FastifyPluginAsync } from 'fastify';
import { takeVisitForm } from '../../account/pages/account-form.ts';
import { isGenuineForm, readCookies, readForm } from '../../connect/login/posted-form.ts';
import { operators } from '../../connect/login/realms.ts';
import { actAs } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { redirectAnswer } from '../../platform/pages/answer.ts';
import {
  refusedPage,
  sendPage,
  servePages,
  staleFormPage,
} from '../../platform/pages/message-pages.ts';
import type { OperatorThrottle } from '../operators/attempt-log-in.ts';
import { ALLOW_PATH, SET_UP_PATH } from '../operators/set-up.ts';
import { deliveriesPage, deliveryPage } from './deliveries.ts';
import { eraseMemberPage } from './erase-member.ts';
import { jobPage, jobsPage } from './jobs.ts';
import { auditPage, membersPage } from './lists.ts';
import {
  LOG_IN_PATH,
  logInOperator,
  logOutOperator,
  OPERATOR_PATH,
  operatorLinkPage,
  submitOperatorLink,
} from './log-in.ts';
import { matchesPage, matchPage } from './matches.ts';
import { memberPage } from './member.ts';
import { operatorsArea } from './operators-area.ts';
import { overviewPage } from './overview.ts';
import { partnerPage } from './partner.ts';
import { partnersPage } from './partners.ts';
import type { PageDefinition } from './parts/page.ts';
import { serveArea } from './parts/serve-page.ts';
import { setUpPage, submitSetUp } from './set-up.ts';

const LOG_OUT_PATH = `${OPERATOR_PATH}/log-out`;

const nextStep = {
  paragraphs: ['The address is wrong, or what was there is gone.'],
  link: { address: OPERATOR_PATH, text: 'To the overview' },
};

/** Each page, with what may be done there. */
export const operatorPageDefinitions: readonly PageDefinition[] = [
  overviewPage,
  partnersPage,
  partnerPage,
  membersPage,
  memberPage,
  eraseMemberPage,
  matchesPage,
  matchPage,
  deliveriesPage,
  deliveryPage,
  jobsPage,
  jobPage,
  auditPage,
];

/** The pages of operators, over the functions of their commands. */
export function operatorPages(
  dependencies: Dependencies,
  throttle: OperatorThrottle,
): FastifyPluginAsync {
  return async (app) => {
    servePages(app, () => nextStep);
    serveArea(app, dependencies, operatorsArea, operatorPageDefinitions);

    for (const [path, page] of [
      [SET_UP_PATH, setUpPage],
      [ALLOW_PATH, operatorLinkPage],
    ] as const) {
      app.get(path, async (request, reply) => {
        const cookies = readCookies(dependencies.publicUrl, request.headers.cookie, operators);
        const token = new URLSearchParams(request.url.split('?')[1]).get('token') ?? '';
        return sendPage(reply, await page(dependencies, cookies, token, request.id));
      });
    }
    for (const [path, step] of [
      [SET_UP_PATH, submitSetUp(dependencies)],
      [LOG_IN_PATH, logInOperator(dependencies, throttle)],
      [ALLOW_PATH, submitOperatorLink(dependencies)],
    ] as const) {
      app.post(path, async (request, reply) => {
        const form = readForm(dependencies, request, operators);
        return sendPage(reply, await takeVisitForm(dependencies, form, OPERATOR_PATH, step));
      });
    }
    app.post(LOG_OUT_PATH, async (request, reply) => {
      const form = readForm(dependencies, request, operators);
      if (!isGenuineForm(dependencies, form, 'session')) {
        return sendPage(reply, staleFormPage(OPERATOR_PATH, request.id));
      }
      const operator = await operatorsArea.find(dependencies, request);
      const answer =
        operator === null
          ? redirectAnswer(OPERATOR_PATH)
          : await actAs(operator.name, async () => await logOutOperator(dependencies, operator));
      return sendPage(reply, answer);
    });
    for (const path of [LOG_IN_PATH, LOG_OUT_PATH]) {
      app.get(path, async (_request, reply) => sendPage(reply, redirectAnswer(OPERATOR_PATH)));
    }
    // What is there is said to operators alone.
    app.get(`${OPERATOR_PATH}/*`, async (request, reply) => {
      const operator = await operatorsArea.find(dependencies, request);
      return sendPage(
        reply,
        operator === null
          ? operatorsArea.logInPage(dependencies, request)
          : refusedPage(404, nextStep, request.id),
      );
    });
  };
}
