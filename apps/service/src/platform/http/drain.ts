import type { Socket } from 'node:net';
import { setImmediate as pollOnce, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Configuration } from '../configuration/configuration.ts';
import { stopListening } from './listen.ts';

/** Whether the service is about to stop. */
export type IsDraining = () => boolean;

// For connections without a request, such as browsers open ahead.
const FIRST_REQUEST_MILLISECONDS = 2_000;
const LAST_CONNECTIONS_MILLISECONDS = 2_000;
// Within it hardly a connection arrives unseen between the last look and the end of listening.
const QUIET_MILLISECONDS = 1;

/**
 * What is asked while the service stops is answered, and each answer asks to close its connection. For the time of
 * `SHUTDOWN_DELAY` new connections are accepted too, so that a load balancer learns from `/readyz` to ask another one.
 * Call it before anything is registered that answers.
 */
export function drainBeforeClose(
  app: FastifyInstance,
  { shutdownDelay }: Pick<Configuration, 'shutdownDelay'>,
): IsDraining {
  let isDraining = false;
  const unused = trackUnused(app);
  // Fastify asks this only where the request began after the stop, and others would keep their connection open.
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

/** A connection that the system accepted and this process has not taken yet would be reset. */
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

/** The open connections on which nothing was asked yet. */
function trackUnused(app: FastifyInstance): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
}
