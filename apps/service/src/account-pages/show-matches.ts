import { createFormToken } from '../accounts/form-token.ts';
import type { TakenNotice } from '../accounts/notice.ts';
import { findPlayedIds, findPlayedPosition } from '../matches/store/match-lists.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer } from '../platform/pages/answer.ts';
import { renderMatches } from '../platform/pages/render-player.ts';
import type { LoggedInPlayer } from './account-form.ts';
import { matchesAddress } from './domain/matches-address.ts';
import { readResults } from './read-results.ts';
import { shownExplainedResult } from './shown-result.ts';

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
