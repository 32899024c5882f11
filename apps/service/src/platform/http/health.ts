import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import type { Dependencies } from '../configuration/dependencies.ts';
import { logFailure } from '../database/log-failure.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it can also reach its database, so that a load
 * balancer takes an instance out while it cannot serve, without anybody restarting it.
 */
export function health({ database }: Dependencies): FastifyPluginAsync {
  return async (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async (request, reply) => {
      try {
        await sql`select 1`.execute(database);
        return { status: 'ready' };
      } catch (error) {
        logFailure(request.log, { err: error }, 'The database does not answer.');
        return reply.code(503).header('retry-after', '5').send({ status: 'unavailable' });
      }
    });
  };
}
