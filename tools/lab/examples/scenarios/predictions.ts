import type { PartnerRatingClient } from '@partner-rating/client';
import type { Actors } from '../actors.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const { mike, priya, sofia } = people;

/** After the league night the next one is planned. */
export async function recordPredictions(recorder: Recorder, { club }: Actors): Promise<void> {
  recorder.advanceTo('2026-09-12T18:20:00Z');
  await recorder.record(
    'matches.predict',
    club.matches.predict(recorder.request('matches.predict-request')),
  );
  await recorder.record(
    'matches.predict-three-teams',
    club.matches.predict(recorder.request('matches.predict-request-three-teams')),
  );
  await recorder.record(
    'matches.balance',
    club.matches.balance(recorder.request('matches.balance-request')),
  );
  await recorder.record(
    'matches.balance-two-courts',
    club.matches.balance(recorder.request('matches.balance-request-two-courts')),
  );
}

/** Nothing is predicted of Sofia, who shares no ratings, and of nobody. */
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
