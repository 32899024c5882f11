import { once } from 'node:events';
import { createServer } from 'node:net';
import { AuthenticationError, PartnerRatingError } from '@partner-rating/client';
import { Command, InvalidArgumentError } from 'commander';

export interface Options {
  port: number;
  /** The service's base address. */
  service: string;
  /** Whether the user named a service with `--service`. The demo then starts none. */
  isServiceGiven: boolean;
}

export function readOptions(environment: NodeJS.ProcessEnv): Options {
  const command = new Command('demo')
    .description(
      'Courtside Club, a small partner application: connect a player, report a match, and watch ' +
        'the rating change and a signed webhook arrive. If no service runs yet, the demo starts one ' +
        '(its settings come from the environment, see npx -y pnpm@12 start --help). PORT is the port of the ' +
        'service, and DATA_DIR is the directory of its data, with demo.json.',
    )
    .option('--port <port>', 'port to listen on; 0 takes a free one', parsePort, 4000)
    .option(
      '--service <address>',
      'base address of a running service',
      parseServiceAddress,
      `http://localhost:${environment.PORT || 3001}/api/v1`,
    )
    .showHelpAfterError()
    .parse();
  const { port, service } = command.opts<{ port: number; service: string }>();
  return { port, service, isServiceGiven: command.getOptionValueSource('service') === 'cli' };
}

function parsePort(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535) {
    throw new InvalidArgumentError('A port is a whole number up to 65535.');
  }
  return value;
}

/** @throws InvalidArgumentError if the text is not a base address. */
export function parseServiceAddress(text: string): string {
  const address = text.replace(/\/+$/, '');
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || !url.pathname.endsWith('/api/v1')) {
    throw new InvalidArgumentError(
      'A base address begins with http or https and ends in /api/v1, such as http://localhost:3001/api/v1.',
    );
  }
  return address;
}

/**
 * Checks that a port is free, and returns it. For 0, returns any free port. This runs before a service is started, so
 * that a failure shows at once, and because the service must know the port.
 */
export async function availablePort(port: number): Promise<number> {
  const server = createServer().listen(port, 'localhost');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartFailure(explain(port, error as NodeJS.ErrnoException));
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}

function explain(port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use, perhaps by another demo. Stop that, or choose another port with --port.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} needs privileges. Choose one above 1023 with --port.`;
  }
  return `Port ${port} cannot be used: ${message}`;
}

/**
 * Returns the redirect address for a port. The registered address is `localhost` with one port. For other ports, it
 * is 127.0.0.1, whose port may vary (RFC 8252 section 7.3).
 */
export function redirectUriFor(registered: string, port: number): string {
  const url = URL.parse(registered);
  if (url === null) throw new StartFailure(`demo.json has no redirect address: ${registered}`);
  if (Number(url.port) === port) return registered;
  return `http://127.0.0.1:${port}${url.pathname}`;
}

/** The demo cannot start. The message says why, and what to do. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** Returns the message for the user of the demo, or null for an error of the demo itself. */
export function explainStartFailure(error: unknown): string | null {
  if (error instanceof StartFailure) return error.message;
  if (error instanceof AuthenticationError) {
    return (
      'The service does not know the API key in demo.json, because it uses another data directory. ' +
      "Set DATA_DIR to that service's data directory, or stop the service and let the demo start one."
    );
  }
  if (error instanceof PartnerRatingError) return `The service refused: ${error.message}`;
  return null;
}
