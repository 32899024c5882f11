import { Command } from 'commander';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { redeliverAny } from './redeliver-any.ts';

/** `delivery redeliver`: one delivery once more. */
export function redeliverCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
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
