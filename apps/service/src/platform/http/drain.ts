import type { Socket } from 'node:net';
import { setImmediate as pollOnce, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Configuration } from '../configuration/configuration.ts';
import { stopListening } from './listen.ts';

/** Whether the service is about to stop. */
export type IsDraining = () => boolean;

// For connections without a request, such as browsers open ahead.
const FIRST_REQUEST_MILLISECONDS = 2_000;

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
    // A connection that the system accepted and this process has not taken yet would be reset.
    await pollOnce();
    stopListening(app);
    const deadline = performance.now() + FIRST_REQUEST_MILLISECONDS;
    while (unused.size > 0 && performance.now() < deadline) await sleep(10);
  });
  return () => isDraining;
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
