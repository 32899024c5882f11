import { Command, Option } from 'commander';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { DELIVERY_RETENTION } from '../../retention/domain/periods.ts';
import { EVENT_TYPES } from '../../webhooks/domain/event-types.ts';
import { MAX_REPLAYED, type Replayed, type ReplayRequest, replay } from '../../webhooks/replay.ts';
import { operatorsAct, requireApplication } from '../partner/partners.ts';
import { counted } from '../terminal/counted.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import { readTime } from '../terminal/read-time.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { disabledEndpoint } from './disabled-endpoint.ts';

interface ReplayOptions {
  since: Date;
  until?: Date;
  event?: string[];
  endpoint?: string;
  status: ReplayRequest['status'];
  json: boolean;
}

/** `delivery replay`: what a partner missed in a time. */
export function replayCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return new Command('replay')
    .description('Make the deliveries again that a partner missed in a time.')
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
    .action((clientId: string, { json, ...options }: ReplayOptions) =>
      withDependencies(async (dependencies) => {
        const queued = await replayOf(dependencies, clientId, options);
        const line = `${counted(queued, 'delivery is', 'deliveries are')} queued to ${clientId}.`;
        printResult(print, { json }, { value: { clientId, queued }, lines: [line] });
      }),
    );
}

/**
 * Queues them and gives how many.
 * @throws OperatorError where none can be sent, or they are too many for once.
 */
async function replayOf(
  { database, clock, configuration }: Dependencies,
  clientId: string,
  { since, until, event, endpoint, status }: Omit<ReplayOptions, 'json'>,
): Promise<number> {
  if (until !== undefined && until <= since) {
    throw new OperatorError('--until is not after --since. Leave it out, or give a later time.');
  }
  const application = await requireApplication(database, clientId);
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const replayed = await replay(transaction, {
      applicationId: application.id,
      endpointId: endpoint,
      createdSince: new Date(now.getTime() - DELIVERY_RETENTION),
      since,
      until,
      eventTypes: event,
      status,
      retrySchedule: configuration.webhookRetrySchedule,
      now,
    });
    if (replayed.outcome !== 'queued') throw refusalOf(replayed, clientId);
    const { deliveries } = replayed;
    await recordAudit(transaction, {
      ...operatorsAct(application.id, now),
      action: 'deliveries.replayed',
      details: { since, until, deliveries },
    });
    return deliveries;
  });
}

function refusalOf(
  replayed: Exclude<Replayed, { outcome: 'queued' }>,
  clientId: string,
): OperatorError {
  switch (replayed.outcome) {
    case 'too_many':
      return new OperatorError(
        `These are more than ${MAX_REPLAYED} deliveries, and none was queued. Give a shorter time, with --until.`,
      );
    case 'no_endpoint':
      return new OperatorError(`${clientId} has no such endpoint, so there is nowhere to send.`);
    case 'disabled':
      return disabledEndpoint(clientId);
  }
}

const replayHelp = `
They go to the endpoints as they are set now, the first written first, with the consent of now: what a
player withdrew is left out. Tests are never sent again.`;
