import { createServer, type Server } from 'node:http';

/** Creates the target of redirects; `/received/…` returns the number of requests for the rest of the path. */
export function createRedirectTarget(): Server {
  const paths: string[] = [];
  return createServer(({ url = '' }, response) => {
    response.setHeader('access-control-allow-origin', '*');
    const [, asked] = url.split('/received');
    if (asked === undefined) paths.push(url);
    response.end(String(paths.filter((path) => path === asked).length));
  });
}

/** Creates a webhook receiver; a GET returns the last webhook as it was received. */
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
