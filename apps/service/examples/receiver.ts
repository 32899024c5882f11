import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json } from './json.ts';

/** The partner's receiver of events, on loopback. */
export interface Receiver {
  /** `host:port`, as the setting for private targets wants it. */
  target: string;
  /** The events that came, in the order they did. */
  events: { type: string; [field: string]: Json }[];
  /** What it does with requests from now on. */
  behave: (behaviour: (response: ServerResponse) => void) => void;
  close: () => Promise<void>;
}

export const answering =
  (status: number, body = '') =>
  (response: ServerResponse): void => {
    response.writeHead(status).end(body);
  };

export const hangingUp = (response: ServerResponse): void => {
  response.destroy();
};

export async function openReceiver(): Promise<Receiver> {
  const events: Receiver['events'] = [];
  let behaviour = answering(204);
  const server = createServer(async (request, response) => {
    events.push(JSON.parse(await text(request)));
    behaviour(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    behave: (next) => {
      behaviour = next;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
