import { Command, Option } from 'commander';
import { EVENT_TYPES } from '../../webhooks/domain/event-types.ts';
import { counted } from '../terminal/counted.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import { readTime } from '../terminal/read-time.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { type ReplayOptions, replayOf } from './replay-of.ts';

/** `delivery replay`: what a partner missed in a time. */
export function replayCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
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
