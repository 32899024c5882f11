import { verifyWebhook, WebhookVerificationError } from '@partner-rating/client/webhooks';

const secret = process.env.WEBHOOK_SECRET ?? '';

/** What to do at your webhook address. Events are handled once each, by `id`. */
export async function receive(request: Request): Promise<Response> {
  try {
    const { id, event } = await verifyWebhook(request, { secret });
    if (event.type === 'rating.updated') {
      const { displayName, sport, newRating } = event.data;
      process.stdout.write(`${id}: ${displayName} has ${newRating} in ${sport}\n`);
    }
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(error.message, { status: 401 });
  }
}
