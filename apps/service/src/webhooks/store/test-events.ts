import type { DatabaseTransaction } from '../../platform/database/schema.ts';

/** A `webhook.test` event that was sent, and what came of it. */
export interface FinishedTest {
  id: string;
  eventId: string;
  applicationId: string;
  /** The endpoint whose secret signed it. */
  endpointId: string;
  payload: string;
  url: string;
  delivered: boolean;
  statusCode: number | null;
  responseBody: string | null;
  errorMessage: string | null;
  startedAt: Date;
  now: Date;
}

/** Writes a test down as a delivery that is over, so that no dispatcher ever takes it up. */
export async function insertTest(
  transaction: DatabaseTransaction,
  test: FinishedTest,
): Promise<void> {
  await transaction
    .insertInto('webhook_delivery')
    .values({
      id: test.id,
      event_id: test.eventId,
      application_id: test.applicationId,
      endpoint_id: test.endpointId,
      member_id: null,
      event_type: 'webhook.test',
      payload: test.payload,
      url: test.url,
      status: test.delivered ? 'success' : 'failed',
      attempts: 1,
      max_attempts: 1,
      status_code: test.statusCode,
      response_body: test.responseBody,
      error_message: test.errorMessage,
      last_attempt_at: test.startedAt,
      next_attempt_at: null,
      leased_until: null,
      completed_at: test.now,
      created_at: test.startedAt,
    })
    .execute();
}
