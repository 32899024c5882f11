import type { Actors } from '../actors.ts';
import { answerResult } from '../connecting.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const { mike } = people;

/** Players say on their account pages what they think of results. */
export async function recordAnswers(recorder: Recorder, { club }: Actors): Promise<void> {
  const doubles = recorder.toService<string>('mat_01k4yh2c9f3v7b1r5x8z6k2a0d');
  recorder.advanceTo('2026-09-14T19:02:11Z');
  await answerResult(recorder, mike, { matchId: doubles, answer: 'dispute' });
  recorder.advanceTo('2026-09-14T19:02:12Z');
  await recorder.record('matches.get-disputed', club.matches.get(doubles));
}
