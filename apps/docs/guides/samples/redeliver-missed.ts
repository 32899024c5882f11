import { type PartnerRatingClient, PartnerRatingError } from '@partner-rating/client';

// Not redelivered: the player withdrew their consent, or the endpoint is disabled or deleted.
const LEFT = ['consent_withdrawn', 'endpoint_disabled', 'not_found'];

/** Redelivers every event that is pending or failed, and returns how many. */
export async function redeliverMissed(client: PartnerRatingClient): Promise<number> {
  let redelivered = 0;
  for (const status of ['pending', 'failed'] as const) {
    for await (const { id } of client.webhooks.listDeliveries({ status, limit: 100 })) {
      try {
        await client.webhooks.redeliver(id);
        redelivered += 1;
      } catch (error) {
        if (!(error instanceof PartnerRatingError && LEFT.includes(error.code))) throw error;
      }
    }
  }
  return redelivered;
}
