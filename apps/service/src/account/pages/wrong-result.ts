import { createFormToken } from '../../connect/login/posted-form.ts';
import { findPlayedPosition } from '../../matches/store/match-lists.ts';
import { answerReasons } from '../../matches/store/responses.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer } from '../../platform/pages/answer.ts';
import { lineText } from '../../platform/pages/domain/naming-line.ts';
import { renderForm } from '../../platform/pages/render.ts';
import { accountTexts } from '../domain/texts.ts';
import { listResultsIn } from '../store/account-page.ts';
import type { LoggedInPlayer } from './account-form.ts';
import { shownResult } from './shown-results.ts';

interface Question {
  answer: 'deny' | 'dispute';
  matchId: string;
  /** The page of the form. */
  from: string;
  /** Whether the player has seen the question, and chose no reason. */
  isAsked: boolean;
}

/** Returns the page that asks what is wrong with a result. Null if there is no such result of the player. */
export async function wrongResultPage(
  { database, clock }: Dependencies,
  { memberId, session }: LoggedInPlayer,
  { answer, matchId, from, isAsked }: Question,
): Promise<HtmlAnswer | null> {
  const position = await findPlayedPosition(database, { memberId, matchId });
  if (position === undefined) return null;
  const [result] = await listResultsIn(database, memberId, [position.arrival]);
  if (result === undefined) return null;
  const { sport, played, teams, scores, reportedBy } = shownResult(result, clock());
  const texts = accountTexts().wrongResult;
  const names = {
    teams: teams.map(({ text }) => text).join(''),
    ...{ scores: scores.join(', '), sport, played: played.text },
  };
  const shown = lineText({ pattern: texts.result, names });
  const errors = isAsked ? [{ field: 'reason', text: texts.noReason }] : [];
  const html = renderForm({
    heading: texts.heading,
    lead: [shown, texts.notified(reportedBy), texts[answer]].join(' '),
    action: '/account/results',
    formToken: createFormToken(session),
    hidden: { match: matchId, answer, from, asked: 'yes' },
    fields: [
      {
        name: 'reason',
        label: texts.reason,
        type: 'radio',
        choices: answerReasons.map((code) => ({ code, name: texts.reasons[code] })),
      },
    ],
    submit: texts.submit,
    cancel: from,
    errors,
    errorHeading: texts.notSent,
  });
  return htmlAnswer(errors.length === 0 ? 200 : 422, html, { formAction: 'self' });
}
