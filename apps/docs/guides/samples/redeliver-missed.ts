import { type PartnerRatingClient, PermissionError } from '@partner-rating/client';

/** Has every event delivered now that waits for its next attempt or was given up; gives how many. */
export async function redeliverMissed(client: PartnerRatingClient): Promise<number> {
  let redelivered = 0;
  for (const status of ['pending', 'failed'] as const) {
    for await (const { id } of client.webhooks.listDeliveries({ status, limit: 100 })) {
      try {
        await client.webhooks.redeliver(id);
        redelivered += 1;
      } catch (error) {
        // The player withdrew their consent.
        const isLeft = error instanceof PermissionError && error.code === 'consent_withdrawn';
        if (!isLeft) throw error;
      }
    }
  }
  return redelivered;
}
