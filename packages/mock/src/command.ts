import { escapeDeceptive } from '@partner-rating/server';
import { Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { BASE_PATH } from './contract.ts';
import { guide } from './pages/guide.ts';
import { findScenario } from './scenarios/index.ts';
import type { ScenarioName } from './scenarios/scenario-name.ts';
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

// A receiver's answer and a path are written by others.
const print = (line: string) => process.stdout.write(`${escapeDeceptive(line)}\n`);
const secret = new Option(
  '--webhook-secret <secret>',
  'what signs webhooks, whsec_…; a new one is created and printed where it is left out',
).env('WEBHOOK_SECRET');

const program = new Command('partner-rating-mock')
  .description(
    `The contract's examples behind ${BASE_PATH}. Choose an answer with the header Prefer: ` +
      '"example=matches.submit-dry-run" or "code=404"; choose a story of them all with X-Mock-Scenario.',
  )
  .option('--port <port>', 'port to listen on; 0 takes a free one', parsePort, 4010)
  .option('--host <host>', 'address to listen on; 0.0.0.0 for every interface', 'localhost')
  .option(
    '--scenario <name>',
    'scenario of a request that names none',
    parseScenario,
    'connected-player',
  )
  .option('--webhooks-to <url>', 'where POST /webhooks/emit sends webhooks')
  .addOption(secret)
  .option('--quiet', 'say nothing about each request', false)
  .addHelpText('after', `\n${guide('connected-player')}`)
  .version(manifest.version)
  .showHelpAfterError('(--help says more)')
  .action(start);

program
  .command('emit')
  .description('Sends one signed webhook, without a mock that runs, and says what came of it.')
  .argument('[event]', 'a type of event, or the name of an example', 'rating.updated')
  .requiredOption('--to <url>', 'the address of your receiver')
  .addOption(secret)
  // The mock has an option of the same name, which takes the value wherever it stands.
  .action((event: string, _, command: Command) => emit(event, command.optsWithGlobals()));

await program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

async function start(options: StartOptions, command: Command): Promise<void> {
  const { port, host, scenario, webhooksTo: url, webhookSecret, quiet } = options;
  // One in the environment may be there for `emit`.
  if (url === undefined && command.getOptionValueSource('webhookSecret') === 'cli') {
    throw new Error(
      '--webhook-secret signs nothing without --webhooks-to: add that, with the address of your receiver.',
    );
  }
  const mock = await startMock({
    port,
    host,
    scenario,
    webhooks: url === undefined ? undefined : { url, secret: webhookSecret },
    log: quiet ? undefined : print,
  });
  // A second signal ends it at once, as it would without these.
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
    'Any API key is taken. Try:',
    `  curl -H 'X-API-Key: prk_any' '${baseUrl}/partner/member?memberId=10482'`,
    `Its scenario is ${scenario}; ${origin} names the others.`,
    ...(url === undefined
      ? []
      : [
          `Webhooks go to ${url}, signed with ${webhookSecret}. Send one:`,
          `  curl -d '{"type":"rating.updated"}' ${origin}/webhooks/emit`,
        ]),
    'Ctrl-C stops it.',
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
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
  }
  return value;
}
