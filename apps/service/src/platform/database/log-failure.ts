import { isUnreachable } from '@partner-rating/server';

/** What failures are logged to. */
export interface FailureLog {
  debug: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

/**
 * Logs that something failed. An outage fails everything alike, and the circuit breaker
 * logs it once: the line of each failure is of the level debug.
 */
export function logFailure(
  log: FailureLog,
  facts: { err: unknown; deliveryId?: string },
  message: string,
): void {
  if (isUnreachable(facts.err)) log.debug(facts, message);
  else log.error(facts, message);
}
