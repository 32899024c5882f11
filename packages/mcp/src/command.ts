import { parseArgs } from 'node:util';
import type { ClientOptions } from '@partner-rating/client';

/** The settings from the command line and the environment. */
export interface ServeCommand {
  client: ClientOptions;
  /** The port of HTTP; undefined for standard input and output. */
  port: number | undefined;
}

/** Reports an invalid command; the message says why, and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export const helpText = `partner-rating-mcp

Runs an MCP server with tools for the Partner Rating Service. An agent's program starts it, talks to it
over standard input and output, and ends it.

  --port <port>  serve Streamable HTTP at http://127.0.0.1:<port>/mcp instead; 0 chooses a free port.
                 Every program on this machine that can reach the port can use the credential below
  --help         print this help
  --version      print the version of this package

The credential decides which tools there are. Set one of:

  SERVICE_API_KEY       the key of a partner application: find players, predict, submit, correct
  SERVICE_ACCESS_TOKEN  the access token of one connected player: read their own data

and the service, as for the client:

  SERVICE_ENV           local, mock, or your own name
  SERVICE_URL_<NAME>    the address for that name, such as
                        SERVICE_ENV=club SERVICE_URL_CLUB=https://ratings.example/api/v1

Messages for people go to standard error.
`;

/** @throws CommandError for invalid arguments and settings. */
export function readCommand(
  args: string[],
  environment: Record<string, string | undefined>,
): ServeCommand | 'help' | 'version' {
  const { port, help, version } = parse(args);
  if (help) return 'help';
  if (version) return 'version';
  return { client: credential(environment), port: port === undefined ? undefined : portOf(port) };
}

function parse(args: string[]) {
  try {
    const options = {
      port: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\nRun: partner-rating-mcp --help`);
  }
}

function credential({
  SERVICE_API_KEY: apiKey,
  SERVICE_ACCESS_TOKEN: accessToken,
}: Record<string, string | undefined>): ClientOptions {
  if (apiKey && accessToken) {
    throw new CommandError(
      'Both SERVICE_API_KEY and SERVICE_ACCESS_TOKEN are set. Remove one of them.',
    );
  }
  if (accessToken) return { accessToken };
  if (apiKey) return { apiKey };
  throw new CommandError(
    'There is no credential. Set SERVICE_API_KEY, or SERVICE_ACCESS_TOKEN for one player.',
  );
}

function portOf(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65_535) return value;
  throw new CommandError('--port must be a whole number from 0 to 65535.');
}
