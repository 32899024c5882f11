import pLimit, { type LimitFunction } from 'p-limit';

// A partner who takes a whole tournament back sends its voids at once. One after the other they keep no rating
// slot and no connection that another partner's matches are waiting for.
const slots = new Map<string, LimitFunction>();

/** Runs what stores or reads a correction, one at a time for an application. */
export async function inCorrectionSlot<Result>(
  applicationId: string,
  correct: () => Promise<Result>,
): Promise<Result> {
  const slot = slots.get(applicationId) ?? pLimit(1);
  slots.set(applicationId, slot);
  try {
    return await slot(correct);
  } finally {
    if (slot.activeCount + slot.pendingCount === 0) slots.delete(applicationId);
  }
}
