// The pages of operators, below `/operator`.

import type { FastifyPluginAsync } from 'fastify';
import { logInLinkPage, submitLogInLink } from '../../account/pages/log-in.ts';
import { openPagesOf } from '../../account/pages/open-pages.ts';
import { createLogInTools } from '../../connect/login/log-in.ts';
import { linkPath, operators } from '../../connect/login/realms.ts';
import type { Throttles } from '../../connect/login/throttles.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { redirectAnswer } from '../../platform/pages/answer.ts';
import { refusedPage, sendPage, servePages } from '../../platform/pages/message-pages.ts';
import { deliveriesPage, deliveryPage } from './deliveries.ts';
import { eraseMemberPage } from './erase-member.ts';
import { jobPage, jobsPage } from './jobs.ts';
import { auditPage, membersPage } from './lists.ts';
import {
  LOG_IN_PATH,
  logInOperator,
  logOutOperator,
  OPERATOR_PATH,
  operatorLogInPage,
} from './log-in.ts';
import { matchesPage, matchPage } from './matches.ts';
import { memberPage } from './member.ts';
import { operatorsArea } from './operators-area.ts';
import { overviewPage } from './overview.ts';
import { partnerPage } from './partner.ts';
import { partnersPage } from './partners.ts';
import type { PageDefinition } from './parts/page.ts';
import { serveArea, serveLogOut } from './parts/serve-page.ts';
import { SET_UP_PATH, setUpPage, submitSetUp } from './set-up.ts';

const LOG_OUT_PATH = `${OPERATOR_PATH}/log-out`;

const nextStep = {
  paragraphs: ['The address is wrong, or what was there is gone.'],
  link: { address: OPERATOR_PATH, text: 'To the overview' },
};

/** Each page, with its forms. */
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

/** The pages of operators. */
export function operatorPages(
  dependencies: Dependencies,
  throttles: Throttles,
): FastifyPluginAsync {
  return async (app) => {
    servePages(app, () => nextStep);
    serveArea(app, dependencies, operatorsArea, operatorPageDefinitions);

    const { open, takeForm } = openPagesOf(app, dependencies, operators, () => nextStep);
    open(
      SET_UP_PATH,
      'token',
      (cookies, token, id) => setUpPage(dependencies, cookies, token, id),
      submitSetUp(dependencies),
    );
    open(
      linkPath(operators, 'log-in'),
      'token',
      (cookies, token, id, errors) => logInLinkPage(dependencies, cookies, token, id, errors),
      submitLogInLink(dependencies),
    );
    const logIn = logInOperator(dependencies, createLogInTools(dependencies, throttles));
    takeForm(LOG_IN_PATH, logIn, ({ raw, field }, errors) => {
      const refusal = { status: 422, errors } as const;
      return operatorLogInPage(dependencies, raw, {
        name: field('name'),
        next: OPERATOR_PATH,
        refusal,
      });
    });
    serveLogOut(app, dependencies, operatorsArea, async ({ raw }) => {
      const operator = await operatorsArea.find(dependencies, raw);
      return operator === null
        ? redirectAnswer(OPERATOR_PATH)
        : await logOutOperator(dependencies, operator);
    });
    for (const path of [LOG_IN_PATH, LOG_OUT_PATH]) {
      app.get(path, async (_request, reply) => sendPage(reply, redirectAnswer(OPERATOR_PATH)));
    }
    // Only operators learn which pages exist.
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
