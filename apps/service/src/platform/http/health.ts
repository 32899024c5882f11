import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Dependencies } from '../configuration/dependencies.ts';
import { logFailure } from '../database/log-failure.ts';
import type { IsDraining } from './drain.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it can also reach its database and is not about to stop, so that a load
 * balancer takes an instance out while it cannot serve, without anybody restarting it.
 */
export function health(
  { database }: Pick<Dependencies, 'database'>,
  isDraining: IsDraining,
): FastifyPluginAsync {
  return async (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async (request, reply) => {
      if (isDraining()) return unready(reply, 'stopping');
      try {
        await sql`select 1`.execute(database);
        return { status: 'ready' };
      } catch (error) {
        logFailure(request.log, { err: error }, 'The database does not answer.');
        return unready(reply, 'unavailable');
      }
    });
  };
}

function unready(reply: FastifyReply, status: 'stopping' | 'unavailable'): FastifyReply {
  return reply.code(503).header('retry-after', '5').send({ status });
}
