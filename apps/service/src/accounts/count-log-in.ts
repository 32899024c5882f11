import type { Dependencies } from '../platform/configuration/dependencies.ts';

/** What an attempt to log in came to, for the metrics. */
export const LOG_IN_OUTCOMES = ['succeeded', 'code_asked', 'refused', 'throttled'] as const;

type Attempted = { session: string } | { ticket: string } | { status: 422 | 429 };

export function countLogIn(
  { serviceCounts }: Pick<Dependencies, 'serviceCounts'>,
  outcome: Attempted,
): void {
  serviceCounts?.logIns.add(labelOf(outcome));
}

function labelOf(outcome: Attempted): (typeof LOG_IN_OUTCOMES)[number] {
  if ('session' in outcome) return 'succeeded';
  if ('ticket' in outcome) return 'code_asked';
  return outcome.status === 429 ? 'throttled' : 'refused';
}
