/** A partner's receiver: verifies what it is sent, by the receivers' own library, and takes it. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { announce } from './server-process.ts';

const webhook = new Webhook(process.env.SIGNING_SECRET ?? '');

const server = createServer(async (request, response) => {
  try {
    webhook.verify(await text(request), request.headers as Record<string, string>);
    response.writeHead(200, { 'content-length': 2 }).end('ok');
  } catch {
    response.writeHead(400, { 'content-length': 0 }).end();
  }
});
server.listen(0, '127.0.0.1', () => announce(server.address()));
