import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** All addresses of a name, the preferred one first. */
export type FindAddresses = (host: string) => Promise<string[]>;

/** What listens for an application beside its own server. */
const further = new WeakMap<FastifyInstance, Server[]>();

/**
 * Listens, for `localhost` on each of its addresses, since a client may ask any. Fastify would open another HTTP
 * server for the second, which nobody can drain: here the one server has all connections, from either address.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  findAddresses: FindAddresses = addressesOf,
): Promise<void> {
  const found = host === 'localhost' ? await findAddresses(host) : [];
  const [first = host, ...others] = new Set(found);
  const listeners = others.map((address) => ({ address, server: acceptFor(app) }));
  const servers = listeners.map(({ server }) => server);
  further.set(app, servers);
  // The application's own server waits only for the connections that it accepted itself.
  app.addHook('onClose', async () => {
    await Promise.all(servers.map(closed));
  });
  await app.listen({ host: first, port });
  for (const { address, server } of listeners) await listenToo(app, address, server);
}

/** Accepts no more connections, and closes none. */
export function stopListening(app: FastifyInstance): void {
  // An HTTP server would close at once what seems idle, also a connection whose first request is under way.
  for (const server of [app.server, ...(further.get(app) ?? [])]) {
    Server.prototype.close.call(server);
  }
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Gives what it accepts, with the options of an HTTP server, to the application's own. */
function acceptFor({ server }: FastifyInstance): Server {
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => {
    server.emit('connection', socket);
  });
}

/** An address that is known and cannot be had, as ::1 where IPv6 is off, is no reason not to start. */
async function listenToo(app: FastifyInstance, host: string, server: Server): Promise<void> {
  const { port } = app.server.address() as AddressInfo;
  try {
    server.listen(port, host);
    await once(server, 'listening');
    app.log.info(`Server listening at ${host}, port ${port}, too`);
  } catch (error) {
    app.log.warn({ err: error }, `The server does not listen at ${host}, port ${port}, too.`);
  }
}

async function closed(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
