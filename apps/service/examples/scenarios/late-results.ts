import type { MatchBatch } from '@partner-rating/client';
import type { Actors } from '../actors.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const { mike, daniel } = people;

/** A match of Thursday is sent in once that of Saturday is rated. */
export async function recordLateResult(recorder: Recorder, { apiKey }: Actors): Promise<void> {
  await recorder.fork(async (fork) => {
    const { matches } = fork.client(apiKey);
    fork.advanceTo('2026-09-12T20:15:00Z');
    await matches.submit(saturday);
    fork.advanceTo('2026-09-12T20:30:00Z');
    const late = fork.request<MatchBatch>('matches.submit-request-late');
    const submitted = await fork.record('matches.submit-late', matches.submit(late));
    await fork.record('matches.get-late', matches.get(submitted.matches[0]?.id ?? ''));
  });
}

const saturday: MatchBatch = {
  sport: 'badminton',
  format: 'badminton-21',
  matches: [
    {
      identifier: 'hall-2-saturday-2000',
      matchDate: '2026-09-12T20:00:00Z',
      teams: [[mike.id], [daniel.id]],
      games: [{ scores: [21, 15] }, { scores: [21, 18] }],
    },
  ],
};
