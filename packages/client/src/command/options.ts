import { parseArgs } from 'node:util';

/** The options of `webhooks listen`. */
export interface ListenOptions {
  apiKey: string;
  /** The URL of the service; undefined where `environment` names it. */
  baseUrl: string | undefined;
  environment: string;
  port: number;
  /** The URL under which the service reaches this machine. Default: the port on localhost. */
  url: string | undefined;
  /** The types of event to receive. Default: all. */
  events: string[] | undefined;
  json: boolean;
}

/** The command failed; the message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export const helpText = `partner-rating webhooks listen

Receives your application's events on this machine and prints each one, once its signature is
verified: to try webhooks without writing a receiver. It adds a webhook endpoint to those of your
application while it runs; the others go on receiving. Ctrl-C stops it and removes the endpoint. What
a killed run left is replaced by the next one with the same URL.

  --api-key <key>     your API key, with key:webhook:manage. Default: SERVICE_API_KEY, which is
                      safer, since others on this machine can see the arguments of a command
  --base-url <url>    the URL of the service. Default: the one that SERVICE_ENV names, or else
                      local, http://localhost:3001/api/v1
  --port <port>       the port to listen on. Default: 4020; 0 takes a free one
  --url <url>         where the service reaches this port, such as the https URL of a tunnel.
                      Default: http://localhost:<port>/hooks
  --events <types>    only these types of event, such as rating.updated,connection.revoked
  --json              print each whole event as a line of JSON: { id, sentAt, event }
  --help              print this
  --version           print the version of this package

A service sends nothing to http://localhost unless its operator allows it. If you run it on this
machine yourself, start it with WEBHOOK_PRIVATE_TARGETS=localhost:4020.

Events are printed on standard output, everything else on standard error. Exit status: 0 after a
stop, 1 if it could not run or could not remove the endpoint.
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
    const given = positionals.length === 0 ? 'No command was given.' : 'There is no such command.';
    throw new CommandError(`${given} The only one is: partner-rating webhooks listen --help`);
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
      `${(error as Error).message}\nSee partner-rating webhooks listen --help`,
    );
  }
}

function apiKey(key: string | undefined): string {
  if (key) return key;
  throw new CommandError(
    'There is no API key. Set SERVICE_API_KEY to the one of your application, or pass --api-key.',
  );
}

function port(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65_535) return value;
  throw new CommandError('--port must be a whole number up to 65535.');
}

function address(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new CommandError('--url must be an https URL, such as https://courtside.example/hooks.');
}
