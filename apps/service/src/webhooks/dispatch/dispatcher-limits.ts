/** How much one dispatcher does at once; each instance has its own. */
export interface DispatcherLimits {
  inFlight: number;
  inFlightPerEndpoint: number;
  /** One is enough to see that an endpoint works again, and its time-outs hold up nobody else. */
  inFlightPerFailingEndpoint: number;
  /** However many endpoints fail, most of the room is for those that do not. */
  inFlightFailing: number;
  timeoutMilliseconds: number;
  /**
   * Longer than any attempt takes, or two instances would attempt one delivery at once. What is left
   * after the time-out and the claim is by how much the clocks of two instances may differ.
   */
  leaseMilliseconds: number;
  /** What took longer to claim is let go of: its lease might end before its attempt. */
  claimMilliseconds: number;
  /** How soon work is found that nobody called for: another instance's, or a crashed one's. */
  pollMilliseconds: number;
}

export const LIMITS: DispatcherLimits = {
  inFlight: 128,
  inFlightPerEndpoint: 8,
  inFlightPerFailingEndpoint: 1,
  inFlightFailing: 32,
  timeoutMilliseconds: 15_000,
  leaseMilliseconds: 30_000,
  claimMilliseconds: 5_000,
  pollMilliseconds: 1_000,
};
