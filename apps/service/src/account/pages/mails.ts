import { lockAgainstErasure } from '../../members/store/members.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { sendsMail } from '../../platform/mail/outbox.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import { renderMessage } from '../../platform/pages/render.ts';
import { toDay } from '../../ratings/domain/player.ts';
import { isPlayerMail, STOP_PATH } from '../compose-player-mail.ts';
import { accountTexts } from '../domain/texts.ts';
import {
  chooseMail,
  findMailByToken,
  findMailChoices,
  type MailKey,
} from '../store/player-mails.ts';
import { type AccountStep, doneAnswer, SETTINGS_PATH } from './account-form.ts';
import { renderAccountPage } from './render-page.ts';

export const MAILS_PATH = '/account/mails';

/** Returns the mails about matches that a player may turn on and off. Null if the service sends none. */
export async function findShownMails(dependencies: Dependencies, memberId: string) {
  if (!sendsMail(dependencies)) return null;
  const { database, clock } = dependencies;
  const choices = await findMailChoices(database, memberId, toDay(clock()));
  return choices.map(({ kind, isWanted }) => ({
    kind,
    isWanted,
    label: accountTexts().mails[kind].label,
  }));
}

/** Turns mails of a kind on or off. The form names the new state. */
export function submitMails(dependencies: Dependencies): AccountStep {
  return async ({ field }, { memberId }) => {
    const kind = field('mail');
    const wanted = field('wanted');
    if (!isPlayerMail(kind) || (wanted !== 'on' && wanted !== 'off')) {
      return redirectAnswer(SETTINGS_PATH);
    }
    await setMail(dependencies, { memberId, kind }, wanted === 'on');
    return doneAnswer(dependencies, { kind: wanted === 'on' ? 'mail-on' : 'mail-off' });
  };
}

async function setMail(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  key: MailKey,
  isWanted: boolean,
): Promise<void> {
  const { memberId, kind } = key;
  await database.transaction().execute(async (transaction) => {
    if (!(await lockAgainstErasure(transaction, memberId))) return;
    if (!(await chooseMail(transaction, key, isWanted))) return;
    await recordAudit(transaction, {
      ...{ occurredAt: clock(), actor: 'player', applicationId: null, memberId },
      action: 'mails.changed',
      details: { kind, isWanted },
    });
  });
}

// The form of newSecret. No other value is looked up.
const tokenForm = /^[\w-]{43}$/;

async function findKey({ database }: Dependencies, token: string): Promise<MailKey | undefined> {
  return tokenForm.test(token) ? await findMailByToken(database, token) : undefined;
}

/** Returns the page of a mail's link. It changes nothing, because programs that scan mails open links too. */
export async function stopPage(
  dependencies: Dependencies,
  token: string,
): Promise<HtmlAnswer<200>> {
  const key = await findKey(dependencies, token);
  const { stopMails: texts, mails } = accountTexts();
  const page = renderAccountPage('stop-mails', {
    title: texts.title,
    stop: key === undefined ? null : mails[key.kind].stop,
    action: `${STOP_PATH}?token=${encodeURIComponent(token)}`,
  });
  return htmlAnswer(200, page, { formAction: 'self' });
}

/**
 * Ends mails of a kind by the token of one: a player uses the page, or their mail program sends one request
 * (RFC 8058). The response is the same for every token.
 */
export async function stopMails(
  dependencies: Dependencies,
  token: string,
  requestId: string,
): Promise<HtmlAnswer<200>> {
  const key = await findKey(dependencies, token);
  if (key !== undefined) await setMail(dependencies, key, false);
  const { stopped, settings: text } = accountTexts().stopMails;
  const link = { address: SETTINGS_PATH, text };
  return htmlAnswer(200, renderMessage({ ...stopped, link, requestId }));
}
