import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { CodeAsked, LogInRefusal } from './attempt-log-in.ts';
import type { LoggedIn } from './complete-log-in.ts';

/** What an attempt to log in came to, for the metrics. */
export const LOG_IN_OUTCOMES = ['succeeded', 'code_asked', 'refused', 'throttled'] as const;

export function countLogIn(
  { tallies }: Pick<Dependencies, 'tallies'>,
  outcome: LoggedIn | CodeAsked | LogInRefusal,
): void {
  tallies?.logIns.add(labelOf(outcome));
}

function labelOf(outcome: LoggedIn | CodeAsked | LogInRefusal): (typeof LOG_IN_OUTCOMES)[number] {
  if ('session' in outcome) return 'succeeded';
  if ('ticket' in outcome) return 'code_asked';
  return outcome.status === 429 ? 'throttled' : 'refused';
}
