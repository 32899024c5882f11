import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer } from '../platform/pages/answer.ts';
import { refusedPage } from '../platform/pages/message-pages.ts';
import { renderSharedPage } from '../platform/pages/render-player.ts';
import { findMember } from '../players/find-member.ts';
import { DEFAULT_RANGE } from './domain/chart-ranges.ts';
import { mayShare } from './domain/may-share.ts';
import { readSports } from './read-sports.ts';
import { shownSport } from './shown-sport.ts';
import { findSharer } from './store/shared-pages.ts';

// What newSecret makes: nothing else is looked for.
const addressForm = /^[\w-]{43}$/;

const gone = {
  paragraphs: ['The address is wrong, or the player no longer shows this page.'],
  link: { address: '/', text: 'To the first page' },
};

/** The page of ratings that a player shows to anybody who has its address: the name as on the card, and no more. */
export async function sharedPage(
  dependencies: Dependencies,
  address: string,
  requestId: string,
): Promise<HtmlAnswer> {
  const { database, clock } = dependencies;
  const memberId = addressForm.test(address) ? await findSharer(database, address) : null;
  const member = memberId === null ? undefined : await findMember(database, memberId);
  if (member === undefined || !mayShare(member, clock())) return refusedPage(404, gone, requestId);
  const played = await readSports(dependencies, member, { range: DEFAULT_RANGE, isRanked: false });
  const page = renderSharedPage({ name: member.display_name, sports: played.map(shownSport) });
  const answer = htmlAnswer(200, page);
  return { ...answer, headers: { ...answer.headers, 'x-robots-tag': 'noindex, nofollow' } };
}
