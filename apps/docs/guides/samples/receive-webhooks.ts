import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
  type VerifiedWebhook,
  verifyWebhook,
  WebhookVerificationError,
} from '@partner-rating/client/webhooks';

/** Where what was received waits to be handled: a table or a queue of your own. */
export interface Inbox {
  /** Stores it under its id, or does nothing where that id is there already. */
  store(webhook: VerifiedWebhook): Promise<void>;
}

/** Your webhook endpoint. `secret` is what `webhooks.createEndpoint` showed. */
export function webhookReceiver(secret: string | string[], inbox: Inbox): Server {
  return createServer(async (request, response) => {
    try {
      const body = await readBody(request);
      await inbox.store(await verifyWebhook({ headers: request.headers, body }, { secret }));
      response.writeHead(204).end();
    } catch (error) {
      const isForged = error instanceof WebhookVerificationError;
      // 401: it is not from us. 500: it could not be stored, so it is sent again later.
      response.writeHead(isForged ? 401 : 500).end(isForged ? error.message : undefined);
    }
  });
}

/** The body as it came. Anybody can post here, so there is an end to it; events are far smaller. */
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
