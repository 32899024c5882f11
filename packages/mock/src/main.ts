#!/usr/bin/env node
// The command `partner-rating-mock`: starts the mock, or sends one webhook.

import { escapeDeceptive } from '@partner-rating/server';
import { Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { BASE_PATH } from './contract.ts';
import { guide } from './pages/guide.ts';
import type { ScenarioName } from './scenarios/index.ts';
import { findScenario } from './scenarios/index.ts';
import { type RunningMock, startMock } from './start-mock.ts';
import { createReceiver, emitWebhook } from './webhooks.ts';

interface StartOptions {
  port: number;
  host: string;
  scenario: ScenarioName;
  webhooksTo?: string;
  webhookSecret?: string;
  quiet: boolean;
}

interface EmitOptions {
  to: string;
  webhookSecret?: string;
}

// Paths, and the answer of a receiver, may contain deceptive characters.
const print = (line: string) => process.stdout.write(`${escapeDeceptive(line)}\n`);
const secret = new Option(
  '--webhook-secret <secret>',
  'signing secret of webhooks, whsec_…; by default, a new one is created and printed',
).env('WEBHOOK_SECRET');

const program = new Command('partner-rating-mock')
  .description(
    `Serves the contract's examples under ${BASE_PATH}. Choose an answer with the header Prefer: ` +
      '"example=matches.submit-dry-run" or "code=404"; choose a scenario for all operations with X-Mock-Scenario.',
  )
  .option('--port <port>', 'port to listen on; 0 chooses a free port', parsePort, 4010)
  .option('--host <host>', 'address to listen on; 0.0.0.0 for every interface', 'localhost')
  .option('--scenario <name>', 'default scenario', parseScenario, 'connected-player')
  .option('--webhooks-to <url>', 'where POST /webhooks/emit sends webhooks')
  .addOption(secret)
  .option('--quiet', 'do not log requests', false)
  .addHelpText('after', `\n${guide('connected-player')}`)
  .version(manifest.version)
  .showHelpAfterError('(run with --help for all options)')
  .action(start);

program
  .command('emit')
  .description('Sends one signed webhook without a running mock, and prints the result.')
  .argument('[event]', 'an event type, or the name of an example', 'rating.updated')
  .requiredOption('--to <url>', 'the address of your receiver')
  .addOption(secret)
  // The parent command has an option of the same name, and may receive the value.
  .action((event: string, _, command: Command) => emit(event, command.optsWithGlobals()));

await program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

async function start(options: StartOptions, command: Command): Promise<void> {
  const { port, host, scenario, webhooksTo: url, webhookSecret, quiet } = options;
  // A secret in the environment may be meant for `emit`.
  if (url === undefined && command.getOptionValueSource('webhookSecret') === 'cli') {
    throw new Error('--webhook-secret needs --webhooks-to, with the address of your receiver.');
  }
  const mock = await startMock({
    port,
    host,
    scenario,
    webhooks: url === undefined ? undefined : { url, secret: webhookSecret },
    log: quiet ? undefined : print,
  });
  // `once`, so that a second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, mock.close);
  greeting(mock, scenario, url).forEach(print);
}

function greeting(
  { origin, baseUrl, webhookSecret }: RunningMock,
  scenario: string,
  url?: string,
): string[] {
  return [
    `The mock listens on ${baseUrl}`,
    'It accepts any API key. Try:',
    `  curl -H 'X-API-Key: prk_any' '${baseUrl}/partner/member?memberId=10482'`,
    `The scenario is ${scenario}. ${origin} lists all scenarios.`,
    ...(url === undefined
      ? []
      : [
          `Webhooks go to ${url}, signed with ${webhookSecret}. Send one:`,
          `  curl -d '{"type":"rating.updated"}' ${origin}/webhooks/emit`,
        ]),
    'Press Ctrl-C to stop.',
  ];
}

async function emit(event: string, { to, webhookSecret }: EmitOptions): Promise<void> {
  const receiver = await createReceiver({ url: to, secret: webhookSecret });
  const sent = await emitWebhook(receiver, event);
  if (webhookSecret === undefined) print(`Signed with ${receiver.secret}`);
  print(`Sent ${sent.example} as ${sent.webhookId} to ${to}`);
  if (sent.statusCode !== null) print(`${sent.statusCode} ${sent.responseBody}`.trim());
  if (sent.errorMessage !== null) throw new Error(sent.errorMessage);
}

function parseScenario(name: string): string {
  try {
    findScenario(name);
  } catch (error) {
    throw new InvalidArgumentError((error as RangeError).message);
  }
  return name;
}

function parsePort(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535) {
    throw new InvalidArgumentError(`A port is a whole number from 0 to 65535. You sent "${text}".`);
  }
  return value;
}
