import type { MatchBatch, MatchId, PartnerRatingClient } from '@partner-rating/client';
import { changeDiscovery } from '@partner-rating/service/src/members/change-discovery.ts';
import { answerResult } from '../connecting.ts';
import type { Actors } from '../people.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const { mike, sofia } = people;

/** Players confirm and dispute results on their account pages. */
export async function recordAnswers(recorder: Recorder, { club }: Actors): Promise<void> {
  const doubles = recorder.toService<MatchId>('mat_01k4yh2c9f3v7b1r5x8z6k2a0d');
  recorder.advanceTo('2026-09-14T19:02:11Z');
  await answerResult(recorder, mike, { matchId: doubles, answer: 'dispute' });
  recorder.advanceTo('2026-09-14T19:02:12Z');
  await recorder.environment.deliver();
  await recorder.recordEvent('events.matchDisputed', 'match.disputed');
  await recorder.record('matches.get-disputed', club.matches.get(doubles));
  await recorder.record('matches.list-disputed', club.matches.list({ status: 'disputed' }));
  await recordLists(recorder, club);
  await recordPlayed(recorder, club);
  await recordSofiasAnswers(recorder, club);
}

async function recordLists(recorder: Recorder, { matches }: PartnerRatingClient): Promise<void> {
  await recorder.record('matches.list', matches.list({ limit: 2 }));
  const leagueNight = { from: '2026-09-12', to: '2026-09-12', limit: 1 };
  const { nextCursor: cursor } = await matches.list(leagueNight);
  if (cursor === null) throw new Error('The list has only one page.');
  await recorder.record('matches.list-last-page', matches.list({ ...leagueNight, cursor }));
  await recorder.record('matches.list-empty', matches.list({ identifier: 'court-9-0900' }));
}

async function recordPlayed(recorder: Recorder, { members }: PartnerRatingClient): Promise<void> {
  const pickleball = { sport: 'pickleball', limit: 2 };
  // In the second week of September, another league submitted the last match.
  const week = { ...pickleball, from: '2026-09-05', to: '2026-09-12' };
  await recorder.record('members.listMatches', members.listMatches(mike.id, week));
  const firstDay = { ...pickleball, to: '2025-08-30' };
  const { nextCursor: cursor } = await members.listMatches(mike.id, firstDay);
  const lastPage = cursor === null ? firstDay : { ...firstDay, cursor };
  await recorder.record('members.listMatches-last-page', members.listMatches(mike.id, lastPage));
  await recorder.record(
    'members.listMatches-empty',
    members.listMatches(mike.id, { sport: 'squash' }),
  );
}

/** Sofia has disconnected. She disputes a result, then confirms it, then hides her profile. */
async function recordSofiasAnswers(
  recorder: Recorder,
  { matches }: PartnerRatingClient,
): Promise<void> {
  const { dependencies, deliver } = recorder.environment;
  const singles = recorder.toService<MatchId>('mat_01k53e8v3c6e8g0j2m4p7r9t1w');
  recorder.advanceTo('2026-09-14T19:20:45Z');
  await answerResult(recorder, sofia, { matchId: singles, answer: 'deny' });
  recorder.advanceTo('2026-09-14T19:20:46Z');
  await deliver();
  await recorder.recordEvent('events.matchDisputed-denied', 'match.disputed');
  recorder.advanceTo('2026-09-14T19:24:02Z');
  await answerResult(recorder, sofia, { matchId: singles, answer: 'confirm' });
  recorder.advanceTo('2026-09-14T19:24:03Z');
  await deliver();
  await recorder.recordEvent('events.matchConfirmed', 'match.confirmed');

  const submitted = await matches.submit(rematch);
  const player = { memberId: sofia.id, isDiscoverable: false, actor: 'player' } as const;
  await changeDiscovery(dependencies, player);
  recorder.advanceTo('2026-09-14T19:40:30Z');
  const matchId = submitted.matches[0]?.id ?? '';
  await answerResult(recorder, sofia, { matchId, answer: 'confirm' });
  recorder.advanceTo('2026-09-14T19:40:31Z');
  await deliver();
  await recorder.recordEvent('events.matchConfirmed-unknown-player', 'match.confirmed');
}

const rematch: MatchBatch = {
  sport: 'pickleball',
  winScore: 11,
  winBy: 2,
  matches: [
    {
      identifier: 'court-5-1830',
      matchDate: '2026-09-14T18:30:00Z',
      teams: [[mike.id], [sofia.id]],
      games: [{ scores: [6, 11] }],
    },
  ],
};
