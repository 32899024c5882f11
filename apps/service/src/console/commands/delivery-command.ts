import { Command, Option } from 'commander';
import { EVENT_TYPES } from '../../webhooks/domain/endpoint-address.ts';
import { type ReplayOptions, redeliverAny, replayOf } from '../actions/redeliver.ts';
import {
  type DeliveryOptions,
  findDeliveries,
  lineOfDelivery,
  linesOfDelivery,
  showDelivery,
} from '../actions/show-deliveries.ts';
import {
  AS_JSON,
  counted,
  type ListOptions,
  listOptions,
  printList,
  printResult,
  readTime,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

/** `delivery redeliver`: one delivery once more. */
function redeliverCommand(withDependencies: WithDependencies, { print }: Terminal): Command {
  return new Command('redeliver')
    .description('Send a delivery again, or make its next attempt at once where one is waiting.')
    .argument('<delivery>', 'whd_…')
    .option(...AS_JSON)
    .addHelpText('after', redeliverHelp)
    .action((deliveryId: string, options: { json: boolean }) =>
      withDependencies(async (dependencies) => {
        const { url, status } = await redeliverAny(dependencies, deliveryId);
        printResult(print, options, {
          value: { deliveryId, status, url },
          lines: [`${deliveryId} is queued to ${url}. \`delivery show\` says what comes of it.`],
        });
      }),
    );
}

const redeliverHelp = `
It goes to the endpoint as it is set now, with the player's current consent. One that ended gets all its attempts
again; its last answer stays until the next.`;

/** `delivery replay`: what a partner missed in a time. */
function replayCommand(withDependencies: WithDependencies, { print }: Terminal): Command {
  return new Command('replay')
    .description('Resend the deliveries that a partner missed in a period.')
    .argument('<client_id>')
    .requiredOption('--since <time>', 'written from this moment on, as RFC 3339', readTime)
    .option('--until <time>', 'written before this moment, as RFC 3339', readTime)
    .addOption(new Option('--event <type...>', 'those of these events alone').choices(EVENT_TYPES))
    .option('--endpoint <endpoint>', 'those to this endpoint alone: whe_…')
    .addOption(
      new Option('--status <status>', 'how they ended')
        .choices(['failed', 'success', 'all'])
        .default('failed'),
    )
    .option(...AS_JSON)
    .addHelpText('after', replayHelp)
    .action((clientId: string, { json, ...options }: ReplayOptions & { json: boolean }) =>
      withDependencies(async (dependencies) => {
        const queued = await replayOf(dependencies, clientId, options);
        const line = `${counted(queued, 'delivery is', 'deliveries are')} queued to ${clientId}.`;
        printResult(print, { json }, { value: { clientId, queued }, lines: [line] });
      }),
    );
}

const replayHelp = `
They go to the endpoints as they are set now, the first written first, with the players' current consent: what a
player withdrew is left out. Tests are never sent again.`;

/** `delivery`: what was sent to partners' webhooks, and what came of it. */
export function deliveryCommand(withDependencies: WithDependencies, terminal: Terminal): Command {
  const { print } = terminal;
  const delivery = new Command('delivery').description(
    'Webhook deliveries of the last 30 days: find them, and make them again.',
  );

  const list = delivery
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
    .option('--until <time>', 'written before this moment, as RFC 3339', readTime);
  const before = new Option('--before <delivery>', 'go on after this one: whd_…');
  listOptions(list, 'deliveries', before).action((options: DeliveryOptions & ListOptions) =>
    withDependencies(async (dependencies) => {
      printList(print, options, await findDeliveries(dependencies, options, options.limit), {
        line: lineOfDelivery,
        none: 'There is no such delivery.',
        more: ({ deliveryId }) => `add --before ${deliveryId}`,
      });
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
