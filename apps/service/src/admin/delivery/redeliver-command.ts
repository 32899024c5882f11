import { Command } from 'commander';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { DELIVERY_RETENTION } from '../../retention/domain/periods.ts';
import { type Redelivered, redeliver } from '../../webhooks/redeliver.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { disabledEndpoint } from './disabled-endpoint.ts';

/** `delivery redeliver`: one delivery once more. */
export function redeliverCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return new Command('redeliver')
    .description('Make a delivery again, or its next attempt at once where that waits.')
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

/** @throws OperatorError where it may not be made again. */
async function redeliverAny({ database, clock, configuration }: Dependencies, deliveryId: string) {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const redelivered = await redeliver(transaction, {
      deliveryId,
      applicationId: null,
      createdSince: new Date(now.getTime() - DELIVERY_RETENTION),
      retrySchedule: configuration.webhookRetrySchedule,
      now,
    });
    if (redelivered.outcome !== 'queued') throw refusalOf(redelivered, deliveryId);
    const { delivery } = redelivered;
    await recordAudit(transaction, {
      occurredAt: now,
      actor: 'operator',
      action: 'delivery.redelivered',
      applicationId: delivery.application_id,
      memberId: delivery.member_id,
      details: { deliveryId },
    });
    return delivery;
  });
}

function refusalOf(
  redelivered: Exclude<Redelivered, { outcome: 'queued' }>,
  deliveryId: string,
): OperatorError {
  switch (redelivered.outcome) {
    case 'no_delivery':
      return new OperatorError(
        `There is no delivery ${deliveryId} of the last 30 days. \`delivery list\` names the id of each.`,
      );
    case 'no_endpoint':
      return new OperatorError(
        `The endpoint ${redelivered.endpoint.endpointId} of ${deliveryId} was deleted. The partner sets it again.`,
      );
    case 'refused':
      return redelivered.refusal.code === 'endpoint_disabled'
        ? disabledEndpoint(deliveryId)
        : new OperatorError(
            `The player of ${deliveryId} withdrew user:webhook:subscribe, so the event is not delivered again.`,
          );
  }
}

const redeliverHelp = `
It goes to the endpoint as it is set now, with the consent of now. One that ended gets all its attempts
again; its last answer stays until the next.`;
