import type { Database } from '../../platform/database/schema.ts';
import { currentTraceparent, isTracing, traced } from '../../platform/telemetry/tracing.ts';
import { findTraceparents } from './store/due-positions.ts';
import type { SettlementRow } from './store/settlements.ts';

/**
 * Runs a settlement as a span: of the request that waits for it, or otherwise of the first cause that it settles. Links name
 * the other causes.
 */
export async function traceSettlement<Result>(
  database: Database,
  { sport, number, cause }: SettlementRow,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isTracing()) return await work();
  const causes = await findTraceparents(database, number);
  const [first = null, ...others] = causes;
  const isAwaited = currentTraceparent() !== null;
  return await traced(
    {
      name: 'settlement',
      ...(isAwaited ? { links: causes } : { parent: first, links: others }),
      attributes: {
        'partner_rating.sport': sport,
        'partner_rating.settlement': number,
        'partner_rating.cause': cause,
      },
    },
    work,
  );
}
