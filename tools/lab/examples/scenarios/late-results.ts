import { type MatchBatch, SCOPES } from '@partner-rating/client';
import { codeFor } from '../connecting.ts';
import type { Actors } from '../people.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';
import { recordMikesEvent } from './league-night.ts';

const { mike, priya, daniel, sofia } = people;

/** A match of Thursday arrives after the matches of Saturday were rated. */
export async function recordLateResult(recorder: Recorder, { apiKey }: Actors): Promise<void> {
  await recorder.fork(async (fork) => {
    const { matches, members, webhooks } = fork.client(apiKey);
    // The copy has its own receiver.
    await webhooks.createEndpoint(fork.request('webhooks.createEndpoint-request-first'));
    fork.advanceTo('2026-09-12T20:15:00Z');
    await matches.submit(saturday);
    fork.advanceTo('2026-09-12T20:30:00Z');
    const late = fork.request<MatchBatch>('matches.submit-request-late');
    const submitted = await fork.record('matches.submit-late', matches.submit(late));
    await fork.record('matches.get-late', matches.get(submitted.matches[0]?.id ?? 'mat_'));

    const { environment } = fork;
    await environment.deliver();
    fork.advanceTo('2026-09-12T20:30:02Z');
    await environment.settle();
    await environment.deliver();
    await recordMikesEvent(fork, 'events.ratingUpdated-late');
    await codeFor(fork, mike, SCOPES);
    const badminton = { sport: 'badminton', bracket: 'overall-open' };
    await fork.record(
      'members.listRatingHistory-late',
      members.listRatingHistory(mike.id, badminton),
    );
  });
}

const saturday: MatchBatch = {
  sport: 'badminton',
  format: 'badminton-21',
  matchDate: '2026-09-12T20:00:00Z',
  matches: [
    {
      identifier: 'hall-2-saturday-2000',
      teams: [[mike.id], [daniel.id]],
      games: [{ scores: [21, 15] }, { scores: [21, 18] }],
    },
    {
      identifier: 'hall-3-saturday-2000',
      teams: [[priya.id], [sofia.id]],
      games: [{ scores: [21, 9] }, { scores: [21, 12] }],
    },
  ],
};
