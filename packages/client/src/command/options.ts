import { parseArgs } from 'node:util';

/** The options of `webhooks listen`. */
export interface ListenOptions {
  apiKey: string;
  /** The URL of the service; undefined if `environment` names the service. */
  baseUrl: string | undefined;
  environment: string;
  port: number;
  /** The URL that the service sends events to. Default: the port on localhost. */
  url: string | undefined;
  /** The event types to receive. Default: all. */
  events: string[] | undefined;
  json: boolean;
}

/** Reports that the command failed; the message says why, and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export const helpText = `partner-rating webhooks listen

Receives your application's events on this machine, verifies them, and prints them. Use it to try
webhooks before you write a receiver. While it runs, your application has one more webhook endpoint;
its other endpoints still receive events. Ctrl-C stops the command and removes the endpoint. If a run
was killed, the next run with the same URL replaces its endpoint.

  --api-key <key>     your API key, with key:webhook:manage. Default: SERVICE_API_KEY. The variable
                      is safer, because other users of this machine can see a command's arguments
  --base-url <url>    the URL of the service. Default: the service that SERVICE_ENV names, or
                      local, http://localhost:3001/api/v1
  --port <port>       the port to listen on; 0 chooses a free port. Default: 4020
  --url <url>         the URL that the service sends events to, such as the https URL of a tunnel.
                      Default: http://localhost:<port>/hooks
  --events <types>    only these event types, such as rating.updated,connection.revoked
  --json              print each event as a line of JSON: { id, sentAt, event }
  --help              print this help
  --version           print the version of this package

A service sends nothing to http://localhost unless its operator allows it. If you run the service
yourself on this machine, start it with WEBHOOK_PRIVATE_TARGETS=localhost:4020.

Prints events to standard output, and everything else to standard error. Exit code: 0 if you stop it,
1 if it fails or cannot remove the endpoint.
`;

/** @throws CommandError for invalid arguments. */
export function readOptions(
  args: string[],
  environment: Record<string, string | undefined>,
): ListenOptions | 'help' | 'version' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  if (positionals.join(' ') !== 'webhooks listen') {
    const given = positionals.length === 0 ? 'The command is missing.' : 'Unknown command.';
    throw new CommandError(`${given} Run: partner-rating webhooks listen --help`);
  }
  return {
    apiKey: apiKey(values['api-key'] ?? environment.SERVICE_API_KEY),
    baseUrl: values['base-url'],
    environment: environment.SERVICE_ENV || 'local',
    port: port(values.port ?? '4020'),
    url: values.url === undefined ? undefined : address(values.url),
    events: values.events?.split(',').map((type) => type.trim()),
    json: values.json ?? false,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        'api-key': { type: 'string' },
        'base-url': { type: 'string' },
        port: { type: 'string' },
        url: { type: 'string' },
        events: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CommandError(
      `${(error as Error).message}\nRun: partner-rating webhooks listen --help`,
    );
  }
}

function apiKey(key: string | undefined): string {
  if (key) return key;
  throw new CommandError(
    'The API key is missing. Set SERVICE_API_KEY to the key of your application, or pass --api-key.',
  );
}

function port(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65_535) return value;
  throw new CommandError(`--port must be a whole number from 0 to 65535. You sent "${text}".`);
}

function address(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new CommandError(
    `--url must be an https URL, such as https://courtside.example/hooks. You sent "${text}".`,
  );
}
