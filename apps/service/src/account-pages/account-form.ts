import type { FastifyRequest } from 'fastify';
import { outdatedFormAnswer } from '../accounts/notice.ts';
import { isGenuineForm, isOwnForm, type PostedForm, readForm } from '../accounts/posted-form.ts';
import { findPlayer, type Player } from '../accounts/sessions.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { PageAnswer } from '../platform/pages/answer.ts';
import { staleFormPage } from '../platform/pages/message-pages.ts';

export const ACCOUNT_PATH = '/account';

/** A player with the token of the session that speaks for them. */
export type LoggedInPlayer = Player & { session: string };

/** What a form of the account pages does, once it was found genuine. */
export type AccountStep = (form: PostedForm, player: LoggedInPlayer) => Promise<PageAnswer>;

/** Stands before every step: the form must come from a page of ours, in this player's session. */
export async function takeAccountForm(
  dependencies: Dependencies,
  raw: FastifyRequest,
  step: AccountStep,
): Promise<PageAnswer> {
  const form = readForm(dependencies, raw);
  if (!isOwnForm(dependencies, form)) return staleFormPage(ACCOUNT_PATH, form.requestId);
  const player = isGenuineForm(dependencies, form, 'session')
    ? await findLoggedIn(dependencies, form.cookies.session)
    : null;
  // The session ended, or the player logged in again in another tab.
  return player === null
    ? outdatedFormAnswer(dependencies, ACCOUNT_PATH)
    : await step(form, player);
}

export async function findLoggedIn(
  dependencies: Dependencies,
  session: string | null,
): Promise<LoggedInPlayer | null> {
  const player = await findPlayer(dependencies, session);
  return player === null || session === null ? null : { ...player, session };
}
