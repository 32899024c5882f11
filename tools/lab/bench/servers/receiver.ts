/**
 * A partner's webhook receiver. With a `SIGNING_SECRET`, it verifies each event with the client's
 * library. Without one, it only reads the event.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { announcePort } from './server-process.ts';

const secret = process.env.SIGNING_SECRET;
const webhook = secret === undefined ? null : new Webhook(secret);

const server = createServer(async (request, response) => {
  try {
    const body = await text(request);
    webhook?.verify(body, request.headers as Record<string, string>);
    response.writeHead(200, { 'content-length': 2 }).end('ok');
  } catch {
    response.writeHead(400, { 'content-length': 0 }).end();
  }
});
server.listen(0, '127.0.0.1', () => announcePort(server.address()));
