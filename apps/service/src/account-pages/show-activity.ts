import { listAudit } from '../platform/audit/store/list-audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer } from '../platform/pages/answer.ts';
import { renderActivity } from '../platform/pages/render-account.ts';
import type { LoggedInPlayer } from './account-form.ts';
import { activityWords, actorWords } from './domain/activity-words.ts';
import { agoWords } from './domain/moment-words.ts';

export const ACTIVITY_PATH = '/account/activity';

const ENTRIES_A_PAGE = 30;

/** The page of what the audit has about the player, the newest first; `before` goes on. */
export async function activityPage(
  { database, clock }: Dependencies,
  { memberId }: LoggedInPlayer,
  before: string | null,
): Promise<HtmlAnswer<200>> {
  const now = clock();
  // One more than is shown says whether there are older ones.
  const entries = await listAudit(
    database,
    { memberId },
    {
      limit: ENTRIES_A_PAGE + 1,
      ...(before !== null && /^\d{1,15}$/.test(before) && { before: Number(before) }),
    },
  );
  const shown = entries.slice(0, ENTRIES_A_PAGE);
  const page = renderActivity({
    entries: shown.map((entry) => ({
      what: activityWords(entry),
      who: actorWords(entry),
      when: agoWords(entry.occurredAt, now),
    })),
    older: entries.length > shown.length ? (shown.at(-1)?.number ?? null) : null,
  });
  return htmlAnswer(200, page);
}
