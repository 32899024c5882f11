import { Gauge } from 'prom-client';
import type { Dependencies } from '../configuration/dependencies.ts';
import { measureCount } from '../metrics/labeled-count.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { MailDispatcher } from './dispatch-mails.ts';
import { measureWaiting } from './store/mails.ts';

/** Measures what this instance has sent, and what waits in the queue that all share. */
export function measureMails(
  metrics: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { outcomes }: Pick<MailDispatcher, 'outcomes'>,
): void {
  measureCount(
    metrics,
    {
      name: 'partner_rating_mail_attempts_total',
      help: 'Mails this instance has tried to send, by what they came to.',
      label: 'outcome',
    },
    outcomes,
  );
  const registers = [metrics.registry];
  const waiting = new Gauge({
    name: 'partner_rating_mails_waiting',
    help: 'Mails that wait to be sent, retries included.',
    registers,
  });
  const oldest = new Gauge({
    name: 'partner_rating_mails_oldest_waiting_seconds',
    help: 'How long the oldest of them has waited, in seconds.',
    registers,
  });
  metrics.beforeReading(async () => {
    const queue = await measureWaiting(database).catch((error: unknown) => {
      // The stats of the last reading would say that all is well.
      for (const gauge of [waiting, oldest]) gauge.remove();
      throw error;
    });
    waiting.set(queue.waiting);
    const since = queue.oldest?.getTime() ?? clock().getTime();
    oldest.set((clock().getTime() - since) / 1_000);
  });
}
