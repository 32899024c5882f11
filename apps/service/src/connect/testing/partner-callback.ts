import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PartnerCallback {
  /** The redirect address, on its own port. */
  redirectUri: string;
  /** Sets where the callback redirects. With null, it shows its own page. */
  redirectOnTo: (location: string | null) => void;
  close: () => Promise<void>;
}

/** Starts a partner's site on loopback, to which browsers can return. */
export async function startPartnerCallback(): Promise<PartnerCallback> {
  let next: string | null = null;
  const server = createServer(({ url = '' }, response) => {
    if (next !== null && url.startsWith('/callback')) {
      response.writeHead(302, { location: next }).end();
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Courtside Club</title><h1>Back at Courtside Club</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    redirectOnTo: (location) => {
      next = location;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
