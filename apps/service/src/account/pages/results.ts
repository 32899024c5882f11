// The page of a player’s matches, and the answers to results.

import { sports } from '@partner-rating/ratings';
import { type Notice, setNotice, type TakenNotice } from '../../connect/login/notice.ts';
import { createFormToken } from '../../connect/login/posted-form.ts';
import {
  confirmResult,
  denyResult,
  disputeResult,
  distinguishResult,
} from '../../matches/answer-result.ts';
import { answerOffer } from '../../matches/claims/answer-offer.ts';
import { countOffers, findOffered } from '../../matches/claims/find-offered.ts';
import {
  findPlayed,
  findPlayedPosition,
  type MatchPosition,
} from '../../matches/store/match-lists.ts';
import { answerReasons } from '../../matches/store/responses.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database } from '../../platform/database/schema.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import {
  isMatchesAddress,
  MATCHES_PATH,
  type MatchesPosition,
  matchesAddress,
} from '../domain/page-words.ts';
import { accountTexts } from '../domain/texts.ts';
import { findOpenResults, listResultsIn, listResultsOf } from '../store/account-page.ts';
import { type AccountStep, doneAnswer, type LoggedInPlayer, playerMenu } from './account-form.ts';
import { renderAccountPage } from './render-page.ts';
import { readResults, shownExplainedResult, shownResult } from './shown-results.ts';
import { wrongResultPage } from './wrong-result.ts';

const MATCHES_A_PAGE = 20;

const MAX_OPEN = 20;

/** Returns the matches that wait for an answer of the player, as many as a page shows, by their arrivals. */
export async function findOpenMatches(database: Database, memberId: string): Promise<number[]> {
  return await findOpenResults(database, memberId, { sports, limit: MAX_OPEN });
}

/** Returns the page of all matches of the player, the most recent first, from a position on. */
export async function matchesPage(
  dependencies: Dependencies,
  player: LoggedInPlayer,
  from: MatchesPosition,
  notice: TakenNotice,
): Promise<HtmlAnswer<200>> {
  const { database, clock } = dependencies;
  const { memberId, session } = player;
  const position = await findStart(database, memberId, from);
  // One more than the page shows, to know whether there are earlier ones.
  const found = await findPlayed(
    database,
    { memberId, sports: null, period: { since: null, before: null } },
    { before: position ?? null, limit: MATCHES_A_PAGE + 1 },
  );
  const shown = found.slice(0, MATCHES_A_PAGE);
  const openMatches = await findOpenMatches(database, memberId);
  // The first page has the matches that wait for an answer at its top.
  const open = position === undefined ? await listResultsIn(database, memberId, openMatches) : [];
  const others = shown.filter((match) => !open.some(({ arrival }) => arrival === match));
  const results = await readResults(database, memberId, others);
  const last =
    found.length > shown.length
      ? [...open, ...results].find(({ arrival }) => arrival === shown.at(-1))
      : undefined;
  const offered = await countOffers(dependencies, memberId, MAX_SHOWN + 1);
  const now = clock();
  const page = renderAccountPage('matches', {
    title: accountTexts().matches.title,
    menu: playerMenu(player, MATCHES_PATH, openMatches.length),
    notice: notice.words,
    offeredResults: offeredResultsWords(offered),
    openResults: open.map((result) => shownResult(result, now)),
    results: results.map((result) => shownExplainedResult(result, now)),
    address: matchesAddress(position === undefined ? {} : from),
    latest: position === undefined ? null : matchesAddress({}),
    earlier: last === undefined ? null : matchesAddress({ before: last.matchId }),
    formToken: createFormToken(session),
  });
  return htmlAnswer(200, page, { formAction: 'self', cookies: notice.cookies });
}

/** Returns the position before the first match of a page. Undefined for the first page, and for an unknown match. */
async function findStart(
  database: Database,
  memberId: string,
  { before = null, at = null }: MatchesPosition,
): Promise<MatchPosition | undefined> {
  const matchId = at ?? before;
  if (matchId === null) return undefined;
  const position = await findPlayedPosition(database, { memberId, matchId });
  if (position === undefined || at === null) return position;
  return { ...position, arrival: position.arrival + 1 };
}

export const CLAIMS_PATH = '/account/claims';

// A season. If there are more under one address, the player is asked about them the next time.
export const MAX_SHOWN = 100;

function offeredResultsWords(count: number): string | null {
  if (count === 0) return null;
  const { offeredResults, offeredMoreThan } = accountTexts().matches;
  return count > MAX_SHOWN ? offeredMoreThan(MAX_SHOWN) : offeredResults(count);
}

/** Returns the page that asks which matches under the player's address are theirs. */
export async function claimsPage(
  dependencies: Dependencies,
  player: LoggedInPlayer,
): Promise<HtmlAnswer<200>> {
  const { memberId, email, session } = player;
  const offered = await findOffered(dependencies, memberId);
  const shown = offered.slice(0, MAX_SHOWN);
  const results = await listResultsOf(dependencies.database, shown);
  const participationOf = new Map(
    shown.map(({ arrival, participantNumber, participation }) => [
      `${arrival} ${participantNumber}`,
      participation,
    ]),
  );
  const now = dependencies.clock();
  const page = renderAccountPage('claims', {
    title: accountTexts().claims.title,
    menu: playerMenu(player, MATCHES_PATH),
    playerEmail: email,
    results: results.map((result) => ({
      ...shownResult(result, now),
      participation: participationOf.get(`${result.arrival} ${result.participantNumber}`) ?? '',
    })),
    formToken: createFormToken(session),
  });
  return htmlAnswer(200, page, { formAction: 'self' });
}

/** Handles the form: the player claims the selected matches, or none of those that were shown. */
export function submitClaims(dependencies: Dependencies): AccountStep {
  return async ({ field, fields }, { memberId }) => {
    const answer = field('answer');
    if (answer !== 'ticked' && answer !== 'none') return redirectAnswer(CLAIMS_PATH);
    const mine = answer === 'ticked' ? fields('mine').slice(0, MAX_SHOWN) : [];
    // To select nothing is not an answer, because there is a button for "none".
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

/**
 * Handles the answers to a result, and redirects to the page of the form. Before the answer that a result is wrong, it asks for
 * the reason.
 */
export function submitResultAnswer(dependencies: Dependencies): AccountStep {
  return async ({ field }, player) => {
    const { memberId } = player;
    const wanted = field('answer');
    const matchId = field('match');
    const from = field('from');
    const address = isMatchesAddress(from) ? from : MATCHES_PATH;
    if (wanted === null || matchId === null || !isAnswer(wanted)) return redirectAnswer(address);
    const { respond, kind } = answers[wanted];
    const reason = answerReasons.find((known) => known === field('reason'));
    const saysWrong = wanted === 'deny' || wanted === 'dispute';
    if (saysWrong && reason === undefined) {
      const question = {
        answer: wanted,
        matchId,
        from: address,
        isAsked: field('asked') === 'yes',
      };
      const page = await wrongResultPage(dependencies, player, question);
      if (page !== null) return page;
    }
    const answer = { memberId, matchId, ...(saysWrong && reason !== undefined && { reason }) };
    const outcome = await respond(dependencies, answer);
    const isDone = outcome.kind === 'recorded' || outcome.kind === 'unchanged';
    const notice: Notice = { kind: isDone ? kind : 'result-moved-on' };
    return redirectAnswer(address, [setNotice(dependencies, notice)]);
  };
}

function isAnswer(text: string): text is keyof typeof answers {
  return Object.hasOwn(answers, text);
}
