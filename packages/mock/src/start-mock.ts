import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { respondToClientError } from '@partner-rating/server/node';
import { BASE_PATH } from './contract.ts';
import { gracefulClose } from './graceful-close.ts';
import { createMock } from './mock.ts';
import { ERRORS_PATH } from './pages/error-page.ts';
import type { ScenarioName } from './scenarios/index.ts';
import { findScenario } from './scenarios/index.ts';
import { createReceiver, type EmittedWebhook, emitWebhook } from './webhooks.ts';

/**
 * The options of the mock.
 *
 * @example
 * const options: MockOptions = { port: 4010, scenario: 'unrated-player' };
 */
export interface MockOptions {
  /** The port to listen on. Default, or 0: a free port. */
  port?: number | undefined;
  /** The name or address to listen on. Default: `localhost`. */
  host?: string | undefined;
  /** The scenario of requests without `X-Mock-Scenario`. */
  scenario?: ScenarioName | undefined;
  /** The address to which `emit` sends webhooks, and the secret that signs them. Default: a new secret. */
  webhooks?: { url: string; secret?: string | undefined } | undefined;
  /** Receives a line for each request. */
  log?: ((line: string) => void) | undefined;
}

/**
 * A running mock. It is `AsyncDisposable`: `await using` stops it at the end of its block.
 *
 * @example
 * await using mock: RunningMock = await startMock();
 */
export interface RunningMock extends AsyncDisposable {
  /** The origin of the mock and its own pages, such as `http://localhost:4010`. */
  origin: string;
  /** The `baseUrl` for a client, such as `http://localhost:4010/api/v1`. */
  baseUrl: string;
  /** The signing secret of webhooks; undefined without `webhooks`. */
  webhookSecret: string | undefined;
  /**
   * Sends a signed webhook: the first example of a type, such as `rating.updated`, or an example by
   * its name.
   *
   * @throws RangeError if there is no such event.
   * @throws TypeError if the mock was started without `webhooks`.
   */
  emit: (event: string) => Promise<EmittedWebhook>;
  /** Stops the mock after open requests are answered. */
  close: () => Promise<void>;
}

/**
 * Starts the mock, which answers every operation of the contract under `/api/v1` with its examples.
 *
 * @throws Error if it cannot start, for example because the port is in use; the message says what to do.
 * @throws RangeError if there is no such scenario.
 * @throws TypeError if the host, the webhook secret, or the address is invalid.
 *
 * @example
 * await using mock = await startMock({ scenario: 'endpoint-disabled' });
 * const client = new PartnerRatingClient({ apiKey: 'prk_any', baseUrl: mock.baseUrl });
 * const { status } = await client.webhooks.getEndpoint('whe_01k4yh1w3e7r2t6y9p4q8s5d0a'); // 'disabled'
 */
export async function startMock({
  port = 0,
  host = 'localhost',
  scenario = 'connected-player',
  webhooks,
  log = () => {},
}: MockOptions = {}): Promise<RunningMock> {
  // Otherwise Node would listen on every interface.
  if (host === '') throw new TypeError('Name a host to listen on, such as localhost.');
  findScenario(scenario);
  const receiver = webhooks && (await createReceiver(webhooks));
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MILLISECONDS });
  const close = gracefulClose(server);
  await listen(server, port, host);

  const origin = `http://${nameOf(host)}:${(server.address() as AddressInfo).port}`;
  server.on('request', createMock({ origin, scenario, receiver }, log));
  server.on('clientError', (error, socket) =>
    respondToClientError(error, socket, origin + ERRORS_PATH),
  );
  return {
    origin,
    baseUrl: origin + BASE_PATH,
    webhookSecret: receiver?.secret,
    emit: async (event) => {
      if (receiver === undefined) throw new TypeError('Start the mock with webhooks: { url }.');
      return await emitWebhook(receiver, event);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

// Longer than clients keep an idle connection, so that none sends a request while the mock closes it.
const KEEP_ALIVE_MILLISECONDS = 72_000;

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new Error(explanation(cause, port, host), { cause })),
    );
    server.listen(port, host, resolve);
  });
}

function explanation(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use, perhaps by another mock. Stop it, or choose another port with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Choose another address with --host.`;
    case 'EACCES':
      return `Port ${port} needs more rights. Choose a port above 1023 with --port.`;
    default:
      return `The mock could not start: ${error.message}`;
  }
}

/** Returns the host for an address: `localhost` if the mock listens on every interface, and IPv6 in brackets. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
