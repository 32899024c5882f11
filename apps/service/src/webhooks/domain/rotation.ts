/** A secret that was replaced and still signs beside the newest. */
export interface PreviousSecret {
  secret: string;
  expiresAt: Date;
}

const OVERLAP_MILLISECONDS = 24 * 60 * 60 * 1_000;

// Each is one more signature in the header field of every event.
const MAX_PREVIOUS = 10;

/** When a secret that is replaced now signs no longer. */
export function endOfOverlap(now: Date): Date {
  return new Date(now.getTime() + OVERLAP_MILLISECONDS);
}

/**
 * Replaces the secret, and gives those that still sign, the last replaced first. None is ended by
 * the next rotation: after one whose answer was lost, the receiver knows only an older one.
 */
export function supersede(
  secret: string,
  previous: readonly PreviousSecret[],
  now: Date,
): PreviousSecret[] {
  const signing = previous.filter(({ expiresAt }) => expiresAt > now);
  return [{ secret, expiresAt: endOfOverlap(now) }, ...signing].slice(0, MAX_PREVIOUS);
}
