import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, Server, type Socket } from 'node:net';
import { setImmediate as pollOnce, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { cacheResult } from '../concurrency/slots.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import { isReadOnly, logFailure } from '../database/unreachable.ts';

/** Returns all addresses of a name, the preferred one first. */
export type FindAddresses = (host: string) => Promise<string[]>;

/** The further servers that listen for an application. */
const further = new WeakMap<FastifyInstance, Server[]>();

/**
 * Listens, for `localhost` on all its addresses, because a client may use any. Fastify would open another HTTP
 * server for the second address, which cannot be drained. Here one server has all connections of both addresses.
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
  // The application's own server waits only for connections that it accepted itself.
  app.addHook('onClose', async () => {
    await Promise.all(servers.map(closed));
  });
  await app.listen({ host: first, port });
  for (const { address, server } of listeners) await listenToo(app, address, server);
}

/** Accepts no more connections, and closes none. */
function stopListening(app: FastifyInstance): void {
  // An HTTP server would also close connections that seem idle, such as one whose first request has begun.
  for (const server of [app.server, ...(further.get(app) ?? [])]) {
    Server.prototype.close.call(server);
  }
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Returns a server that passes its connections to the application's own, with the same options. */
function acceptFor({ server }: FastifyInstance): Server {
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => {
    server.emit('connection', socket);
  });
}

/** Tries to listen. The service starts even if an address is not available, such as ::1 if IPv6 is off. */
async function listenToo(app: FastifyInstance, host: string, server: Server): Promise<void> {
  const { port } = app.server.address() as AddressInfo;
  try {
    server.listen(port, host);
    await once(server, 'listening');
    app.log.info(`Server also listening at ${host}, port ${port}`);
  } catch (error) {
    app.log.warn({ err: error }, `The server cannot also listen at ${host}, port ${port}.`);
  }
}

async function closed(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

/** Whether the service is about to stop. */
type IsDraining = () => boolean;

// For connections without a request, which browsers open in advance.
const FIRST_REQUEST_MILLISECONDS = 2_000;

const LAST_CONNECTIONS_MILLISECONDS = 2_000;

// Short, so that few connections arrive between the last check and the end of listening.
const QUIET_MILLISECONDS = 1;

/**
 * Answers requests while the service stops, and each response closes its connection. For the time of
 * `SHUTDOWN_DELAY`, the service also accepts new connections, so that a load balancer learns from `/readyz` to use
 * another instance. Call it before any route is registered.
 */
export function drainBeforeClose(
  app: FastifyInstance,
  { shutdownDelay }: Pick<Configuration, 'shutdownDelay'>,
): IsDraining {
  let isDraining = false;
  const unused = trackUnused(app);
  // Fastify does this only for a request that began after the stop. Earlier requests would keep their connections open.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    isDraining = true;
    if (shutdownDelay > 0) await sleep(shutdownDelay * 1_000);
    await acceptWhatArrived(app);
    stopListening(app);
    const deadline = performance.now() + FIRST_REQUEST_MILLISECONDS;
    while (unused.size > 0 && performance.now() < deadline) await sleep(10);
  });
  return () => isDraining;
}

/** Accepts connections that the system has accepted and this process has not. Closing would reset them. */
async function acceptWhatArrived(app: FastifyInstance): Promise<void> {
  const deadline = performance.now() + LAST_CONNECTIONS_MILLISECONDS;
  let hasAccepted = false;
  const onConnection = () => {
    hasAccepted = true;
  };
  app.server.on('connection', onConnection);
  // The rest of this tick of the event loop does not look for connections.
  await pollOnce();
  let milliseconds: number;
  do {
    const before = performance.now();
    hasAccepted = false;
    // libuv takes one connection of each listener in a tick, however many wait.
    await pollOnce();
    milliseconds = performance.now() - before;
  } while ((hasAccepted || milliseconds > QUIET_MILLISECONDS) && performance.now() < deadline);
  app.server.off('connection', onConnection);
}

/** Returns the open connections without a request so far. */
function trackUnused(app: FastifyInstance): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
}

type Unready = 'stopping' | 'read_only' | 'unavailable';

// Anybody may request /readyz, and each check costs a statement.
const FRESH_MILLISECONDS = 1_000;

/**
 * Serves `/healthz`, which says that the process responds, and `/readyz`, which says that it can also write to its
 * database and is not stopping. A load balancer that checks `/readyz` avoids an instance that cannot serve, and nothing
 * restarts it.
 */
export function health(
  { database, replicas }: Pick<Dependencies, 'database' | 'replicas'>,
  isDraining: IsDraining,
): FastifyPluginAsync {
  const check = cacheResult(FRESH_MILLISECONDS, async () => {
    // PostgreSQL refuses this statement wherever it refuses writes, in recovery for example, although it locks no
    // row. A standby would answer `select 1`.
    await sql`select from database_incarnation where false for update`.execute(database);
  });
  return async (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async (request, reply) => {
      if (isDraining()) return unready(reply, 'stopping');
      try {
        await check();
        return { status: 'ready', ...(replicas && { replicas: countUsable(replicas) }) };
      } catch (error) {
        logFailure(request.log, { err: error }, 'The database does not respond.');
        return unready(reply, isReadOnly(error) ? 'read_only' : 'unavailable');
      }
    });
  };
}

/** The primary serves the reads of replicas that are not usable, so the instance is ready without them. */
function countUsable({ statuses }: NonNullable<Dependencies['replicas']>) {
  const all = statuses();
  return { usable: all.filter(({ isUsable }) => isUsable).length, configured: all.length };
}

function unready(reply: FastifyReply, status: Unready): FastifyReply {
  return reply.code(503).header('retry-after', '5').send({ status });
}
