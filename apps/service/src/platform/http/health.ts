import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { cacheResult } from '../concurrency/single-flight.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import { logFailure } from '../database/log-failure.ts';
import { isReadOnly } from '../database/unreachable.ts';
import type { IsDraining } from './drain.ts';

type Unready = 'stopping' | 'read_only' | 'unavailable';

// Anybody may ask, and each answer costs a statement.
const FRESH_MILLISECONDS = 1_000;

/**
 * `/healthz`: the process answers. `/readyz`: it can also write to its database and is not about to stop, so that a
 * load balancer takes an instance out while it cannot serve, without anybody restarting it.
 */
export function health(
  { database }: Pick<Dependencies, 'database'>,
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
        return { status: 'ready' };
      } catch (error) {
        logFailure(request.log, { err: error }, 'The database does not answer.');
        return unready(reply, isReadOnly(error) ? 'read_only' : 'unavailable');
      }
    });
  };
}

function unready(reply: FastifyReply, status: Unready): FastifyReply {
  return reply.code(503).header('retry-after', '5').send({ status });
}
