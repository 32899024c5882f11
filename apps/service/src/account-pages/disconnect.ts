import { createFormToken } from '../accounts/form-token.ts';
import { setNotice } from '../accounts/notice.ts';
import { revokeConnection } from '../oauth/revoke-connection.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { htmlAnswer, type PageAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import { renderDisconnect } from '../platform/pages/render-account.ts';
import { lockAgainstErasure } from '../players/store/members.ts';
import { ACCOUNT_PATH, type AccountStep, type LoggedInPlayer } from './account-form.ts';
import { grantsOf } from './show-account.ts';
import {
  type ConnectedApplication,
  listConnectedApplications,
} from './store/connected-applications.ts';

/** The page that asks before an application is disconnected. */
export async function disconnectPage(
  dependencies: Dependencies,
  { memberId, session }: LoggedInPlayer,
  clientId: string | null,
): Promise<PageAnswer> {
  const application = await findConnected(dependencies, memberId, clientId);
  if (application === undefined) return backWithout(dependencies);
  const page = renderDisconnect({
    applicationName: application.name,
    clientId: application.clientId,
    grants: grantsOf(application.scopes),
    formToken: createFormToken(session),
  });
  return htmlAnswer(200, page, { formAction: 'self' });
}

export function disconnect(dependencies: Dependencies): AccountStep {
  const { database, clock } = dependencies;
  return async ({ field }, { memberId }) => {
    const application = await findConnected(dependencies, memberId, field('application'));
    if (application === undefined) return backWithout(dependencies);
    const { applicationId, name } = application;
    const ended = await database.transaction().execute(
      async (transaction) =>
        // Or an erasure beside this would leave the name in the event.
        (await lockAgainstErasure(transaction, memberId)) &&
        (await revokeConnection(transaction, dependencies, {
          applicationId,
          memberId,
          revokedBy: 'player',
          now: clock(),
        })),
    );
    if (!ended) return backWithout(dependencies);
    const notice = setNotice(dependencies, { kind: 'disconnected', about: name });
    return redirectAnswer(ACCOUNT_PATH, [notice]);
  };
}

// Looked for among the player's own, so a form can name no connection but those.
async function findConnected(
  { database }: Dependencies,
  memberId: string,
  clientId: string | null,
): Promise<ConnectedApplication | undefined> {
  const applications = await listConnectedApplications(database, memberId);
  return applications.find((application) => application.clientId === clientId);
}

function backWithout(dependencies: Dependencies): PageAnswer {
  return redirectAnswer(ACCOUNT_PATH, [setNotice(dependencies, { kind: 'not-connected' })]);
}
