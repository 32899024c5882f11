import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  type VerifiedWebhook,
  verifyWebhook,
  WebhookVerificationError,
} from '@partner-rating/client/webhooks';

/** Where what was received waits to be handled: a table or a queue of your own. */
export interface Inbox {
  /** Keeps it under its id, or does nothing where that id is there already. */
  keep(webhook: VerifiedWebhook): Promise<void>;
}

/** Your webhook endpoint. `secret` is what `webhooks.setEndpoint` showed. */
export function webhookReceiver(secret: string | string[], inbox: Inbox): Server {
  return createServer(async (request, response) => {
    try {
      const body = await buffer(request);
      await inbox.keep(await verifyWebhook({ headers: request.headers, body }, { secret }));
      response.writeHead(204).end();
    } catch (error) {
      const isForged = error instanceof WebhookVerificationError;
      // 401: it is not from us. 500: it could not be kept, so it is sent again later.
      response.writeHead(isForged ? 401 : 500).end(isForged ? error.message : undefined);
    }
  });
}
