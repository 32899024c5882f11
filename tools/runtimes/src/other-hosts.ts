import { createServer, type Server } from 'node:http';

/** Where redirects lead to; `/received` returns how many other requests have come. */
export function createElsewhere(): Server {
  let received = 0;
  return createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    if (request.url !== '/received') received += 1;
    response.end(String(received));
  });
}

/** Where the service sends webhooks; a GET gives the last one, as it came. */
export function createWebhookReceiver(): Server {
  let last = 'null';
  return createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'GET') {
      response.end(last);
      return;
    }
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    last = JSON.stringify({ headers: request.headers, body });
    response.writeHead(204).end();
  });
}
