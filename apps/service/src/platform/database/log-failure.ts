import { isUnreachable } from '@partner-rating/server';

/** What failures are told to. */
export interface FailureLog {
  debug: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

/**
 * Logs that something failed. An outage fails everything alike, and whoever watches the database
 * tells of it once: a line for each failure besides is only for those who look closer.
 */
export function logFailure(
  log: FailureLog,
  facts: { err: unknown; deliveryId?: string },
  message: string,
): void {
  if (isUnreachable(facts.err)) log.debug(facts, message);
  else log.error(facts, message);
}
