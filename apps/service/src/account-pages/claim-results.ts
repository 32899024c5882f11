import { createFormToken } from '../accounts/form-token.ts';
import { setNotice } from '../accounts/notice.ts';
import { answerOffer } from '../claims/answer-offer.ts';
import { findOffered } from '../claims/find-offered.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import { renderClaims } from '../platform/pages/render-account.ts';
import { ACCOUNT_PATH, type AccountStep, type LoggedInPlayer } from './account-form.ts';
import { shownResult } from './shown-result.ts';
import { listResultsOf } from './store/results.ts';

export const CLAIMS_PATH = '/account/claims';

// A season. Who played more under one address is asked about the rest the next time.
export const MAX_SHOWN = 100;

/** The page that asks which of the matches reported under the player's address are theirs. */
export async function claimsPage(
  dependencies: Dependencies,
  { memberId, email, session }: LoggedInPlayer,
): Promise<HtmlAnswer<200>> {
  const offered = await findOffered(dependencies, memberId);
  const shown = offered.slice(0, MAX_SHOWN);
  const results = await listResultsOf(dependencies.database, shown);
  const participationOf = new Map(
    shown.map(({ matchId, participantId, participation }) => [
      `${matchId} ${participantId}`,
      participation,
    ]),
  );
  const now = dependencies.clock();
  const page = renderClaims({
    playerEmail: email,
    results: results.map((result) => ({
      ...shownResult(result, now),
      participation: participationOf.get(`${result.matchId} ${result.participantId}`) ?? '',
    })),
    formToken: createFormToken(session),
  });
  return htmlAnswer(200, page, { formAction: 'self' });
}

/** "The ticked ones are mine", or none of those that were shown. */
export function submitClaims(dependencies: Dependencies): AccountStep {
  return async ({ field, fields }, { memberId }) => {
    const answer = field('answer');
    if (answer !== 'ticked' && answer !== 'none') return redirectAnswer(CLAIMS_PATH);
    const mine = answer === 'ticked' ? fields('mine').slice(0, MAX_SHOWN) : [];
    // Nothing ticked is no answer yet: to say that none is theirs has a button of its own.
    if (answer === 'ticked' && mine.length === 0) return redirectAnswer(CLAIMS_PATH);
    const shown = fields('shown').slice(0, MAX_SHOWN);
    const matches = await answerOffer(dependencies, { memberId, shown, mine });
    return redirectAnswer(ACCOUNT_PATH, [
      setNotice(dependencies, { kind: 'results-claimed', about: matches }),
    ]);
  };
}
