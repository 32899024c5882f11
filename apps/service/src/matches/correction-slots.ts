import { createSlots, type Slots } from '../platform/concurrency/slots.ts';

// A partner who takes a whole tournament back sends its voids at once. One after the other they keep no rating
// slot and no connection that another partner's matches are waiting for.
const slotsOf = new Map<string, Slots>();

/** Runs what stores or reads a correction, one at a time for an application. */
export async function inCorrectionSlot<Result>(
  applicationId: string,
  correct: () => Promise<Result>,
): Promise<Result> {
  const slots = slotsOf.get(applicationId) ?? createSlots(1);
  slotsOf.set(applicationId, slots);
  try {
    return await slots.run(correct);
  } finally {
    if (slots.isIdle()) slotsOf.delete(applicationId);
  }
}
