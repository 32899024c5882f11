import { type Notice, setNotice, type TakenNotice } from '../../connect/login/notice.ts';
import { createFormToken } from '../../connect/login/posted-form.ts';
import {
  confirmResult,
  denyResult,
  disputeResult,
  distinguishResult,
} from '../../matches/answer-result.ts';
import { answerOffer } from '../../matches/claims/answer-offer.ts';
import { findOffered } from '../../matches/claims/find-offered.ts';
import { findPlayedIds, findPlayedPosition } from '../../matches/store/match-lists.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import { isMatchesAddress, matchesAddress } from '../domain/page-words.ts';
import { listResultsOf } from '../store/account-page.ts';
import { ACCOUNT_PATH, type AccountStep, doneAnswer, type LoggedInPlayer } from './account-form.ts';
import { renderClaims, renderMatches } from './render-account.ts';
import { readResults, shownExplainedResult, shownResult } from './shown-results.ts';

const MATCHES_A_PAGE = 20;

/** The page of all matches of the player, those played last first; `before` goes on after a match. */
export async function matchesPage(
  { database, clock }: Dependencies,
  { memberId, session }: LoggedInPlayer,
  before: string | null,
  notice: TakenNotice,
): Promise<HtmlAnswer<200>> {
  const position =
    before === null ? undefined : await findPlayedPosition(database, { memberId, matchId: before });
  // One more than is shown says whether there are earlier ones.
  const found = await findPlayedIds(
    database,
    { memberId, sports: null, period: { since: null, before: null } },
    { before: position ?? null, limit: MATCHES_A_PAGE + 1 },
  );
  const shown = found.slice(0, MATCHES_A_PAGE);
  const last = found.length > shown.length ? (shown.at(-1) ?? null) : null;
  const results = await readResults(database, memberId, shown);
  const now = clock();
  const page = renderMatches({
    notice: notice.words,
    results: results.map((result) => shownExplainedResult(result, now)),
    address: matchesAddress(position === undefined ? null : before),
    latest: position === undefined ? null : matchesAddress(null),
    earlier: last === null ? null : matchesAddress(last),
    formToken: createFormToken(session),
  });
  return htmlAnswer(200, page, { formAction: 'self', cookies: notice.cookies });
}

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
    return doneAnswer(dependencies, { kind: 'results-claimed', about: matches });
  };
}

const answers = {
  confirm: { respond: confirmResult, kind: 'result-confirmed' },
  deny: { respond: denyResult, kind: 'result-denied' },
  dispute: { respond: disputeResult, kind: 'result-disputed' },
  distinct: { respond: distinguishResult, kind: 'result-distinct' },
} as const;

/** "Confirm", "This was not me" or "This is wrong", said to one result; it leads back to the page it was said on. */
export function submitResultAnswer(dependencies: Dependencies): AccountStep {
  return async ({ field }, { memberId }) => {
    const wanted = field('answer');
    const matchId = field('match');
    const from = field('from');
    const address = isMatchesAddress(from) ? from : ACCOUNT_PATH;
    if (wanted === null || matchId === null || !isAnswer(wanted)) return redirectAnswer(address);
    const { respond, kind } = answers[wanted];
    const outcome = await respond(dependencies, { memberId, matchId });
    const isDone = outcome.kind === 'recorded' || outcome.kind === 'unchanged';
    const notice: Notice = { kind: isDone ? kind : 'result-moved-on' };
    return redirectAnswer(address, [setNotice(dependencies, notice)]);
  };
}

function isAnswer(text: string): text is keyof typeof answers {
  return Object.hasOwn(answers, text);
}
