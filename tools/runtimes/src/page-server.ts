import { readFile } from 'node:fs/promises';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import type { Misbehaving } from './misbehaving-server.ts';
import { entriesOf } from './packed-packages.ts';

export interface PageServerOptions {
  /** The folder with the installed packages and the tests to run. */
  project: string;
  /** The origin of the service. */
  service: string;
  misbehaving: Misbehaving;
}

/**
 * Creates a server for everything that a test page in a browser needs: the page and its modules, the service under `/api/v1`,
 * the misbehaving server, and `/callback`, to which the browser returns after the connect flow. All of these share one origin, because
 * pages of other origins cannot read the responses of the service.
 */
export async function createPageServer({
  project,
  service,
  misbehaving,
}: PageServerOptions): Promise<Server> {
  const page = await pageOf(project);
  return createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, first = '', ...rest] = pathname.split('/');
    if (first === 'misbehaving') misbehaving.answer(`/${rest.join('/')}`, request, response);
    else if (first === 'received') response.end(String(misbehaving.received(rest.join('/'))));
    else if (first === 'api') forwardToService(request, response, service);
    else if (first === 'callback') response.end('Welcome back.');
    else if (first === '') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else await sendModule(response, join(project, pathname));
  });
}

/** Returns a page whose modules import the packages by name. */
async function pageOf(project: string): Promise<string> {
  const imports = Object.fromEntries(
    (await entriesOf(project)).map(({ name, path }) => [name, `/${path}`]),
  );
  return `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;
}

function forwardToService(
  request: IncomingMessage,
  response: ServerResponse,
  service: string,
): void {
  const { host: _, ...headers } = request.headers;
  const onward = forward(
    `${service}${request.url}`,
    { method: request.method ?? 'GET', headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

async function sendModule(response: ServerResponse, path: string): Promise<void> {
  const text = await readFile(path).catch(() => null);
  response.writeHead(text === null ? 404 : 200, { 'content-type': 'text/javascript' }).end(text);
}
