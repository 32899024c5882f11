import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type VerifiedWebhook,
  verifyWebhook,
  WebhookVerificationError,
} from '../webhooks/index.ts';
import { CommandError } from './options.ts';

/** A webhook receiver on this machine. */
export interface Receiver {
  port: number;
  /** Closes the receiver without waiting for open requests. */
  close: () => Promise<void>;
}

export interface ReceiverOptions {
  port: number;
  /** Returns null until the secret is known; the service then retries the delivery. */
  secret: () => string | null;
  onWebhook: (webhook: VerifiedWebhook) => void;
  onRefusal: (reason: string) => void;
}

// The service refuses larger bodies too. An event takes about a hundredth of this limit.
const maxBodyBytes = 1_048_576;

/** @throws CommandError if the port cannot be used. */
export async function openReceiver(options: ReceiverOptions): Promise<Receiver> {
  const server = createServer((request, response) => {
    answer(request, options)
      .catch((error: unknown) => {
        options.onRefusal(String(error));
        return 500;
      })
      .then((status) => {
        if (status === 405) response.setHeader('allow', 'POST');
        // The rest of a large body is still unread, so the connection cannot be reused.
        if (status === 413) response.setHeader('connection', 'close');
        response.writeHead(status).end();
      });
  });
  server.listen(options.port, 'localhost');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      `Port ${options.port} cannot be used (${error.code}). Choose another port with --port.`,
    );
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      // A slow request does not delay the close, because the service retries its delivery.
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Returns the status of the response to a request. */
async function answer(request: IncomingMessage, options: ReceiverOptions): Promise<number> {
  if (request.method !== 'POST') return 405;
  const secret = options.secret();
  if (secret === null) return 503;
  const body = await readBody(request);
  if (body === null) return 413;
  try {
    options.onWebhook(await verifyWebhook({ headers: request.headers, body }, { secret }));
    return 204;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    options.onRefusal(error.message);
    return 401;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
