import { parseArgs } from 'node:util';

/** What `webhooks listen` is told. */
export interface ListenOptions {
  apiKey: string;
  /** The service by its address; by `environment` where it is left out. */
  baseUrl: string | undefined;
  environment: string;
  port: number;
  /** Where the service reaches this machine; by default the port on localhost. */
  url: string | undefined;
  /** The types of event to receive; all where it is left out. */
  events: string[] | undefined;
  replace: boolean;
  /** The secret of an endpoint that is set already. */
  secret: string | undefined;
  json: boolean;
}

/** The command cannot be carried out; the message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export const helpText = `partner-rating webhooks listen

Receives your application's events on this machine and prints each one as it comes, once its
signature is verified: for trying webhooks without writing a receiver. It sets your webhook endpoint
while it runs. Ctrl-C ends it and puts back what was set before.

  --api-key <key>     your API key, with key:webhook:manage; else SERVICE_API_KEY, which is
                      better, since others on this machine can see what a command is given
  --base-url <url>    the service; else the one that SERVICE_ENV names, which is local
                      (http://localhost:3001/api/v1) where it is left out as well
  --port <port>       the port to listen on, 4020 where it is left out; 0 takes a free one
  --url <url>         where the service reaches this port, such as the https address of a tunnel;
                      http://localhost:<port>/hooks where it is left out
  --events <types>    only these types of event, such as rating.updated,connection.revoked
  --json              print each event whole, a line of JSON each: { id, sentAt, event }
  --replace           use this machine although another endpoint is set, until this ends. Its
                      secret is rotated unless it is given with --secret
  --secret <secret>   the secret of the endpoint that is set, whsec_…; else WEBHOOK_SECRET
  --help              print this

A service sends nothing to http://localhost unless its operator allows it. One that you run on this
machine yourself takes the address in WEBHOOK_PRIVATE_TARGETS=localhost:4020.

Events are printed on standard output, all else on standard error. Exit status: 0 once it was
ended, 1 where it could not run or could not put back what was set.
`;

/** @throws CommandError where they do not fit. */
export function readOptions(
  words: string[],
  environment: Record<string, string | undefined>,
): ListenOptions | 'help' {
  const { values, positionals } = parse(words);
  if (values.help) return 'help';
  if (positionals.join(' ') !== 'webhooks listen') {
    const given = positionals.length === 0 ? 'No command was given.' : 'There is no such command.';
    throw new CommandError(`${given} The one there is: partner-rating webhooks listen --help`);
  }
  return {
    apiKey: apiKey(values['api-key'] ?? environment.SERVICE_API_KEY),
    baseUrl: values['base-url'],
    environment: environment.SERVICE_ENV || 'local',
    port: port(values.port ?? '4020'),
    url: values.url === undefined ? undefined : address(values.url),
    events: values.events?.split(',').map((type) => type.trim()),
    replace: values.replace ?? false,
    secret: values.secret ?? (environment.WEBHOOK_SECRET || undefined),
    json: values.json ?? false,
  };
}

function parse(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        'api-key': { type: 'string' },
        'base-url': { type: 'string' },
        port: { type: 'string' },
        url: { type: 'string' },
        events: { type: 'string' },
        json: { type: 'boolean' },
        replace: { type: 'boolean' },
        secret: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new CommandError(
      `${(error as Error).message}\nSee partner-rating webhooks listen --help`,
    );
  }
}

function apiKey(key: string | undefined): string {
  if (key) return key;
  throw new CommandError(
    'There is no API key. Set SERVICE_API_KEY to the one of your application, or give --api-key.',
  );
}

function port(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65_535) return value;
  throw new CommandError('--port is a whole number up to 65535.');
}

function address(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new CommandError('--url is an https address, such as https://courtside.example/hooks.');
}
