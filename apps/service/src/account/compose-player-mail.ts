// Writes the mails to players about their matches, when they are sent.

import { PRIMARY_BRACKET, reliabilityOf, sports } from '@partner-rating/ratings';
import { findPlayed } from '../matches/store/match-lists.ts';
import { lockAgainstErasure } from '../members/store/members.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { MailText } from '../platform/mail/render-mail.ts';
import type { ClaimedMail } from '../platform/mail/store/mails.ts';
import { dateText, localeOfCountry, withLocale } from '../platform/pages/domain/locale.ts';
import { newSecret } from '../platform/secrets/sealing.ts';
import { toDay } from '../ratings/domain/player.ts';
import { sportName } from '../ratings/domain/sports.ts';
import { ratingIn } from '../ratings/domain/state-columns.ts';
import { findStatesBefore } from '../ratings/store/player-states.ts';
import { findMemberNumbers } from '../ratings/store/players.ts';
import { weekBefore } from './domain/mail-weeks.ts';
import {
  type MailAddresses,
  type MailedResult,
  type MailedSport,
  type PlayerMailTexts,
  playerMailTexts,
} from './domain/player-mail-texts.ts';
import { changeText, isProvisional, ratingText } from './domain/rating-words.ts';
import { recordOfResults } from './pages/latest-results.ts';
import { shownResult } from './pages/shown-results.ts';
import { findOpenResults, listResultsIn } from './store/account-page.ts';
import {
  findAnsweredDisputes,
  findMailReader,
  type PlayerMailKind,
  storeToken,
} from './store/player-mails.ts';

/** The page that ends mails of a kind. The address contains a token. */
export const STOP_PATH = '/account/mails/stop';

// Nobody reads a longer list to its end.
const LISTED = 5;

const MAX_COUNTED = 20;

const MAX_MATCHES = 100;

type Writer = (
  dependencies: Dependencies,
  mail: ClaimedMail & { memberId: string },
  addresses: MailAddresses,
) => Promise<MailText | null>;

const writers: Record<PlayerMailKind, Writer> = {
  'results-waiting': async (dependencies, { memberId }, addresses) => {
    const open = await findOpenResults(dependencies.database, memberId, {
      sports,
      limit: MAX_COUNTED + 1,
    });
    return await writeListed(dependencies, memberId, open, (listed) =>
      playerMailTexts().resultsWaiting(addresses, listed),
    );
  },
  'dispute-answered': async (dependencies, { memberId, details }, addresses) => {
    const after = new Date(String(details.after));
    const answered = await findAnsweredDisputes(dependencies.database, memberId, {
      after,
      limit: MAX_COUNTED + 1,
    });
    return await writeListed(dependencies, memberId, answered, (listed) =>
      playerMailTexts().disputeAnswered(addresses, listed),
    );
  },
  'weekly-recap': async (dependencies, { memberId, details }, addresses) => {
    const { database } = dependencies;
    const week = weekBefore(String(details.monday));
    const played = [];
    for (const sport of sports) {
      const one = await readWeek(database, memberId, sport, week);
      if (one !== null) played.push(one);
    }
    if (played.length === 0) return null;
    const open = await findOpenResults(database, memberId, { sports, limit: MAX_COUNTED });
    return playerMailTexts().weeklyRecap(addresses, {
      from: dateText(week.from),
      to: dateText(new Date(week.to.getTime() - 1)),
      sports: played,
      waiting: open.length,
    });
  },
};

export function isPlayerMail(kind: string): kind is PlayerMailKind {
  return Object.hasOwn(writers, kind);
}

/**
 * Writes a mail about matches when it is sent, with dates and numbers in the format of the player's country.
 * Returns null if the player no longer wants it, must not get it, or there is nothing left to say.
 */
export async function composePlayerMail(
  dependencies: Dependencies,
  mail: ClaimedMail,
  kind: PlayerMailKind,
): Promise<MailText | null> {
  const { database, clock, publicUrl } = dependencies;
  const { memberId, email } = mail;
  if (memberId === null) return null;
  const found = await database.transaction().execute(async (transaction) => {
    // Does not write to somebody who was just erased.
    if (!(await lockAgainstErasure(transaction, memberId))) return null;
    const reader = await findMailReader(transaction, {
      memberId,
      kind,
      email,
      today: toDay(clock()),
    });
    if (reader === undefined) return null;
    return { ...reader, token: await storeToken(transaction, { memberId, kind }, newSecret('')) };
  });
  if (found === null) return null;
  const addresses = {
    account: `${publicUrl}/account`,
    matches: `${publicUrl}/account/matches`,
    stop: `${publicUrl}${STOP_PATH}?token=${found.token}`,
  };
  return await withLocale(
    localeOfCountry(found.country),
    async () => await writers[kind](dependencies, { ...mail, memberId }, addresses),
  );
}

type ListedResults = Parameters<PlayerMailTexts['resultsWaiting']>[1];

async function writeListed(
  { database, clock }: Dependencies,
  memberId: string,
  arrivals: readonly number[],
  write: (listed: ListedResults) => MailText,
): Promise<MailText | null> {
  if (arrivals.length === 0) return null;
  const results = await listResultsIn(database, memberId, arrivals.slice(0, LISTED));
  const now = clock();
  return write({
    results: results.map((result): MailedResult => {
      const shown = shownResult(result, now);
      const { sport, played, scores, partners, opponents, reportedBy, decision } = shown;
      return {
        sport,
        played: played.text,
        scores,
        partners,
        opponents,
        reportedBy,
        isVoided: result.isVoided,
        decision,
      };
    }),
    count: Math.min(arrivals.length, MAX_COUNTED),
    hasMore: arrivals.length > MAX_COUNTED,
  });
}

/** Returns what a player did in a sport in a week. Null if no match moved their rating. */
async function readWeek(
  database: Dependencies['database'],
  memberId: string,
  sport: string,
  { from, to }: { from: Date; to: Date },
): Promise<MailedSport | null> {
  const memberNumbers = await findMemberNumbers(database, [memberId]);
  const which = { sport, version: 'published', memberNumbers } as const;
  const [before = null, last = null] = await findStatesBefore(database, which, [
    { memberId, matchDate: from, arrival: 0 },
    { memberId, matchDate: to, arrival: 0 },
  ]);
  const rating = last === null ? undefined : ratingIn(last, PRIMARY_BRACKET);
  if (last === null || rating === undefined || last.matchDate < from) return null;
  const earlier = before === null ? undefined : ratingIn(before, PRIMARY_BRACKET);
  const arrivals = await findPlayed(
    database,
    { memberId, sports: [sport], period: { since: from, before: to } },
    { before: null, limit: MAX_MATCHES },
  );
  const { won, lost } = recordOfResults(await listResultsIn(database, memberId, arrivals));
  return {
    sport: sportName(sport),
    rating: ratingText(rating.rating),
    change: earlier === undefined ? null : changeText(rating.rating - earlier.rating),
    isProvisional: isProvisional(reliabilityOf(rating.sigma)),
    ...{ won, lost },
  };
}
