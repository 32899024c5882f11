import type { Database } from '../../database/schema.ts';
import type { ClaimedDelivery } from './claim.ts';

export interface FinishedAttempt {
  status: 'success' | 'pending' | 'failed';
  url: string;
  payload: string;
  statusCode: number | null;
  responseBody: string | null;
  errorMessage: string | null;
  maxAttempts: number;
  startedAt: Date;
  finishedAt: Date;
  nextAttemptAt: Date | null;
}

/**
 * Writes an attempt down and lets go of the delivery. False when the lease was lost meanwhile:
 * then the delivery is another dispatcher's, and nothing is written.
 */
export async function recordAttempt(
  database: Database,
  delivery: ClaimedDelivery,
  attempt: FinishedAttempt,
): Promise<boolean> {
  const result = await database
    .updateTable('webhook_delivery')
    .set((expression) => ({
      status: attempt.status,
      attempts: expression('attempts', '+', 1),
      max_attempts: attempt.maxAttempts,
      url: attempt.url,
      payload: attempt.payload,
      status_code: attempt.statusCode,
      response_body: attempt.responseBody,
      error_message: attempt.errorMessage,
      last_attempt_at: attempt.startedAt,
      next_attempt_at: attempt.nextAttemptAt,
      completed_at: attempt.status === 'pending' ? null : attempt.finishedAt,
      leased_until: null,
    }))
    .where('id', '=', delivery.id)
    .where('status', '=', 'pending')
    .where('leased_until', '=', delivery.leasedUntil)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends a delivery without an attempt. */
export async function giveUpDelivery(
  database: Database,
  delivery: ClaimedDelivery,
  end: { reason: string; payload: string; now: Date },
): Promise<void> {
  await database
    .updateTable('webhook_delivery')
    .set({
      status: 'failed',
      payload: end.payload,
      error_message: end.reason,
      next_attempt_at: null,
      completed_at: end.now,
      leased_until: null,
    })
    .where('id', '=', delivery.id)
    .where('status', '=', 'pending')
    .where('leased_until', '=', delivery.leasedUntil)
    .execute();
}
