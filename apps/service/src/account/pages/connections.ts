import { clearCookie, createFormToken } from '../../connect/login/posted-form.ts';
import { players } from '../../connect/login/realms.ts';
import { endOtherSessions, endSession, endSessionById } from '../../connect/login/sessions.ts';
import { revokeConnection } from '../../connect/revoke.ts';
import { lockAgainstErasure } from '../../members/store/members.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { htmlAnswer, type PageAnswer } from '../../platform/pages/answer.ts';
import { initialOf } from '../../platform/pages/render.ts';
import { accountTexts } from '../domain/texts.ts';
import { type ConnectedApplication, listConnectedApplications } from '../store/account-page.ts';
import { type AccountStep, doneAnswer, type LoggedInPlayer } from './account-form.ts';
import { renderAccountPage } from './render-page.ts';
import { grantsOf } from './show-settings.ts';

/** Returns the page that asks before an application is disconnected. */
export async function disconnectPage(
  dependencies: Dependencies,
  { memberId, session }: LoggedInPlayer,
  clientId: string | null,
): Promise<PageAnswer> {
  const application = await findConnected(dependencies, memberId, clientId);
  if (application === undefined) return backWithout(dependencies);
  const page = renderAccountPage('disconnect', {
    title: accountTexts().disconnect.title(application.name),
    applicationName: application.name,
    initial: initialOf(application.name),
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
        // Otherwise a simultaneous erasure would leave the name in the event.
        (await lockAgainstErasure(transaction, memberId)) &&
        (await revokeConnection(transaction, dependencies, {
          applicationId,
          memberId,
          revokedBy: 'player',
          now: clock(),
        })),
    );
    if (!ended) return backWithout(dependencies);
    return doneAnswer(dependencies, { kind: 'disconnected', about: name });
  };
}

// Searches only the player's own connections, so a form cannot name another one.
async function findConnected(
  { database }: Dependencies,
  memberId: string,
  clientId: string | null,
): Promise<ConnectedApplication | undefined> {
  const applications = await listConnectedApplications(database, memberId);
  return applications.find((application) => application.clientId === clientId);
}

function backWithout(dependencies: Dependencies): PageAnswer {
  return doneAnswer(dependencies, { kind: 'not-connected' });
}

export function logOut(dependencies: Dependencies): AccountStep {
  return async (_form, { session }) => {
    await endSession(dependencies, session);
    const cookies = [clearCookie(dependencies.publicUrl, players, 'session')];
    return doneAnswer(dependencies, { kind: 'logged-out' }, cookies);
  };
}

export function endOneSession(dependencies: Dependencies): AccountStep {
  return async ({ field }, { memberId }) => {
    const ended = await endSessionById(dependencies, memberId, field('session'));
    return doneAnswer(dependencies, { kind: ended ? 'session-ended' : 'session-gone' });
  };
}

export function endOthers(dependencies: Dependencies): AccountStep {
  return async (_form, { memberId, session }) => {
    const about = await endOtherSessions(dependencies, memberId, session);
    return doneAnswer(dependencies, { kind: 'others-ended', about });
  };
}
