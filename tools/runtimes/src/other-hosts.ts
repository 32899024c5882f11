import { createServer, type Server } from 'node:http';

/** Where redirects lead to; `/received/…` returns how many requests have come for the rest of the path. */
export function createElsewhere(): Server {
  const paths: string[] = [];
  return createServer(({ url = '' }, response) => {
    response.setHeader('access-control-allow-origin', '*');
    const [, asked] = url.split('/received');
    if (asked === undefined) paths.push(url);
    response.end(String(paths.filter((path) => path === asked).length));
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
