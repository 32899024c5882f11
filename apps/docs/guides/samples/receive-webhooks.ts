import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
  type VerifiedWebhook,
  verifyWebhook,
  WebhookVerificationError,
} from '@partner-rating/client/webhooks';

/** Stores received events until you handle them: a table or a queue of your own. */
export interface Inbox {
  /** Stores the event under its id, unless that id is stored already. */
  store(webhook: VerifiedWebhook): Promise<void>;
}

/** Your webhook endpoint. `secret` comes from `webhooks.createEndpoint`. */
export function webhookReceiver(secret: string | string[], inbox: Inbox): Server {
  return createServer(async (request, response) => {
    try {
      const body = await readBody(request);
      await inbox.store(await verifyWebhook({ headers: request.headers, body }, { secret }));
      response.writeHead(204).end();
    } catch (error) {
      const isForged = error instanceof WebhookVerificationError;
      // 401: it is not from the service. 500: it was not stored, so the service sends it again later.
      response.writeHead(isForged ? 401 : 500).end(isForged ? error.message : undefined);
    }
  });
}

/** Reads the raw body. Anybody can post here, so its size is limited; events are far smaller. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > 1_048_576) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
