import {
  type PartnerRatingClient,
  PermissionError,
  type WebhookDeliveriesResult,
} from '@partner-rating/client';

/** Has every event delivered now that waits for its next attempt or was given up; gives how many. */
export async function redeliverMissed(client: PartnerRatingClient): Promise<number> {
  let redelivered = 0;
  for (const status of ['pending', 'failed'] as const) {
    let cursor: string | null = null;
    do {
      const page: WebhookDeliveriesResult = await client.webhooks.listDeliveries({
        status,
        limit: 100,
        ...(cursor === null ? {} : { cursor }),
      });
      for (const { id } of page.deliveries) {
        try {
          await client.webhooks.redeliver(id);
          redelivered += 1;
        } catch (error) {
          // The player withdrew their consent.
          const isLeft = error instanceof PermissionError && error.code === 'consent_withdrawn';
          if (!isLeft) throw error;
        }
      }
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
  return redelivered;
}
