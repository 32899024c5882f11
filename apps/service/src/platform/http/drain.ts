import { setImmediate as pollOnce, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Configuration } from '../configuration/configuration.ts';

/** Whether the service is about to stop. */
export type IsDraining = () => boolean;

/**
 * What is asked while the service stops is answered, and each answer asks to close its connection. For the time of
 * `SHUTDOWN_DELAY` new connections are accepted too, so that a load balancer learns from `/readyz` to ask another one.
 */
export function drainBeforeClose(
  app: FastifyInstance,
  { shutdownDelay }: Pick<Configuration, 'shutdownDelay'>,
): IsDraining {
  let isDraining = false;
  app.addHook('preClose', async () => {
    isDraining = true;
    if (shutdownDelay > 0) await sleep(shutdownDelay * 1_000);
    // A connection that the system accepted and this process has not taken yet would be reset.
    await pollOnce();
  });
  return () => isDraining;
}
