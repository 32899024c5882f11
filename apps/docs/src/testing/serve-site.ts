import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileAt } from './site-files.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
};

export interface ServedSite {
  origin: string;
  close: () => void;
}

/** Serves a site below `/docs/`, like a server of static files. */
export async function serveSite(site: string): Promise<ServedSite> {
  const server = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '', 'http://localhost');
    const file = pathname.startsWith('/docs/') && fileAt(site, pathname.slice('/docs/'.length));
    const found = file || '404.html';
    response.writeHead(file ? 200 : 404, { 'content-type': types[extname(found)] ?? 'text/plain' });
    response.end(readFileSync(`${site}${found}`));
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}
