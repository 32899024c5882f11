import type { PartnerRatingClient } from '@partner-rating/client';
import type { Actors } from '../people.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const { mike, priya, sofia } = people;

/** Predicts the matches of the next league night. */
export async function recordPredictions(recorder: Recorder, { club }: Actors): Promise<void> {
  recorder.advanceTo('2026-09-12T18:20:00Z');
  await recorder.exchange(club, 'matches.predict');
  await recorder.exchange(club, 'matches.predict', '-three-teams');
  await recorder.exchange(club, 'matches.balance');
  await recorder.exchange(club, 'matches.balance', '-two-courts');
}

/** No prediction for Sofia, who does not share ratings, and for an unknown player. */
export async function recordRefusedPrediction(
  recorder: Recorder,
  club: PartnerRatingClient,
): Promise<void> {
  const teams = [
    [mike.id, priya.id],
    ['99999999', sofia.id],
  ];
  await recorder.recordRefusal(
    'error-prediction_rejected',
    club.matches.predict({ sport: 'pickleball', matches: [{ teams }] }),
  );
}
