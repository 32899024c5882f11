import { Command, Option } from 'commander';
import { EVENT_TYPES } from '../../webhooks/domain/event-types.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import { readCount } from '../terminal/read-count.ts';
import { readTime } from '../terminal/read-time.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { lineOfDelivery, linesOfDelivery } from './delivery-text.ts';
import { redeliverCommand } from './redeliver-command.ts';
import { replayCommand } from './replay-command.ts';
import { type DeliveryOptions, findDeliveries, showDelivery } from './show-deliveries.ts';

const MAX_LIMIT = 1_000;

interface ListOptions extends DeliveryOptions {
  limit: number;
  json: boolean;
}

/** `delivery`: what was sent to partners' webhooks, and what came of it. */
export function deliveryCommand(withDependencies: WithDependencies, terminal: Terminal): Command {
  const { print } = terminal;
  const delivery = new Command('delivery').description(
    'Webhook deliveries of the last 30 days: find them, and make them again.',
  );

  delivery
    .command('list')
    .description('List deliveries, the last written first: of a partner, a status, an event.')
    .option('--partner <client_id>', 'those to this partner')
    .addOption(
      new Option('--status <status>', 'pending: the next attempt waits').choices([
        'pending',
        'failed',
        'success',
      ]),
    )
    .addOption(new Option('--event <type>', 'those of this event').choices(EVENT_TYPES))
    .option('--endpoint <endpoint>', 'those to this endpoint: whe_…')
    .option('--since <time>', 'written from this moment on, as RFC 3339', readTime)
    .option('--until <time>', 'written before this moment, as RFC 3339', readTime)
    .option('--limit <deliveries>', `how many, ${MAX_LIMIT} at most`, readCount(MAX_LIMIT), 50)
    .option('--before <delivery>', 'go on after this one: whd_…')
    .option('--json', 'one JSON object a line', false)
    .action(({ limit, json, ...options }: ListOptions) =>
      withDependencies(async (dependencies) => {
        const deliveries = await findDeliveries(dependencies, options, limit);
        for (const each of deliveries) print(json ? JSON.stringify(each) : lineOfDelivery(each));
        if (json) return;
        if (deliveries.length === 0) print('There is no such delivery.');
        const last = deliveries.at(-1);
        if (last !== undefined && deliveries.length === limit) {
          print(`There may be more: add --before ${last.deliveryId}`);
        }
      }),
    );

  delivery
    .command('show')
    .description('Show a delivery: what was sent where, and what was answered.')
    .argument('<delivery>', 'whd_…')
    .option(...AS_JSON)
    .action((deliveryId: string, { json }: { json: boolean }) =>
      withDependencies(async (dependencies) => {
        const shown = await showDelivery(dependencies, deliveryId);
        printResult(print, { json }, { value: shown, lines: linesOfDelivery(shown) });
      }),
    );

  delivery.addCommand(redeliverCommand(withDependencies, terminal));
  delivery.addCommand(replayCommand(withDependencies, terminal));
  return delivery;
}
