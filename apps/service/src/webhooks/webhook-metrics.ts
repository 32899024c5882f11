import type { Dependencies } from '../dependencies.ts';
import type { Metric } from '../metrics/exposition.ts';
import type { Dispatcher } from './dispatcher.ts';
import { measureQueue } from './store/queue.ts';

/** What the dispatcher of this instance has done, and what stands in the queue of all. */
export function dispatchMetrics({ figures }: Dispatcher): Metric[] {
  const { attempts, inFlight } = figures();
  return [
    {
      name: 'partner_rating_webhook_attempts_total',
      help: 'Webhook attempts this instance has ended, by what they came to.',
      type: 'counter',
      samples: Object.entries(attempts).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      name: 'partner_rating_webhook_attempts_in_flight',
      help: 'Webhook attempts of this instance under way.',
      type: 'gauge',
      samples: [{ value: inFlight }],
    },
  ];
}

export async function queueMetrics({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<Metric[]> {
  const { pending, due, oldestDueSeconds } = await measureQueue(database, clock());
  return [
    {
      name: 'partner_rating_webhook_deliveries_pending',
      help: 'Webhook deliveries that wait, retries included.',
      type: 'gauge',
      samples: [{ value: pending }],
    },
    {
      name: 'partner_rating_webhook_deliveries_due',
      help: 'Webhook deliveries whose next attempt is due or under way.',
      type: 'gauge',
      samples: [{ value: due }],
    },
    {
      name: 'partner_rating_webhook_oldest_due_seconds',
      help: 'How long the longest due webhook delivery has waited, in seconds.',
      type: 'gauge',
      samples: [{ value: oldestDueSeconds }],
    },
  ];
}
