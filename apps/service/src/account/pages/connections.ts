import { setNotice } from '../../connect/login/notice.ts';
import { clearCookie, createFormToken } from '../../connect/login/posted-form.ts';
import { endOtherSessions, endSession, endSessionById } from '../../connect/login/sessions.ts';
import { revokeConnection } from '../../connect/revoke.ts';
import { lockAgainstErasure } from '../../members/store/members.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { htmlAnswer, type PageAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import { type ConnectedApplication, listConnectedApplications } from '../store/account-page.ts';
import { ACCOUNT_PATH, type AccountStep, type LoggedInPlayer } from './account-form.ts';
import { renderDisconnect } from './render-account.ts';
import { grantsOf } from './show-account.ts';

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

export function logOut(dependencies: Dependencies): AccountStep {
  return async (_form, { session }) => {
    await endSession(dependencies, session);
    return redirectAnswer(ACCOUNT_PATH, [
      clearCookie(dependencies.publicUrl, 'session'),
      setNotice(dependencies, { kind: 'logged-out' }),
    ]);
  };
}

/** Ends one session of the list. */
export function endOneSession(dependencies: Dependencies): AccountStep {
  return async ({ field }, { memberId }) => {
    const ended = await endSessionById(dependencies, memberId, field('session'));
    const kind = ended ? 'session-ended' : 'session-gone';
    return redirectAnswer(ACCOUNT_PATH, [setNotice(dependencies, { kind })]);
  };
}

/** "Log out everywhere else." */
export function endOthers(dependencies: Dependencies): AccountStep {
  return async (_form, { memberId, session }) => {
    const about = await endOtherSessions(dependencies, memberId, session);
    return redirectAnswer(ACCOUNT_PATH, [setNotice(dependencies, { kind: 'others-ended', about })]);
  };
}
