import { environments } from '../generated/environments.gen.ts';
import { credential } from './credential.ts';
import type { Logger } from './logger.ts';
import type { IdempotentRequestOptions } from './request-options.ts';
import type { Fetch, TransportSettings } from './transport.ts';
import { withToken } from './with-token.ts';

/**
 * Who calls: a partner application by its API key, or one connected player by an access token.
 *
 * @example
 * const credential: Credential = { accessToken: tokens.access_token };
 */
export type Credential =
  | {
      /**
       * The partner API key, `prk_…`, sent as `X-API-Key`. Keep it on your servers. The environment
       * variable `SERVICE_API_KEY` where neither it nor `accessToken` is given.
       */
      apiKey?: string;
      accessToken?: never;
    }
  | {
      /**
       * The access token of a connection, `pra_…`, sent as `Authorization: Bearer` (RFC 6750), or
       * what gives the one that is good now, such as `accessToken` of a `TokenSession`. It is asked
       * once a call, and once more with the token that the service refused; the call is then made
       * again with another, if it gives one.
       */
      accessToken: string | ((refused?: string) => string | Promise<string>);
      apiKey?: never;
    };

/**
 * The services that have a name.
 *
 * @example
 * const environment: Environment = 'local';
 */
export type Environment = keyof typeof environments;

/**
 * How a client is set up.
 *
 * @example
 * const options: ClientOptions = {
 *   apiKey: 'prk_test',
 *   baseUrl: 'http://localhost:3001/api/v1',
 *   timeoutMs: 10_000,
 * };
 */
export type ClientOptions = Credential & {
  /**
   * Which service is called, by its name. The environment variable `SERVICE_ENV` where neither it
   * nor `baseUrl` is given; there is no default.
   */
  environment?: Environment;
  /** The address of the service, which ends in `/api/v1`, in place of an environment. */
  baseUrl?: string;
  /**
   * Milliseconds until a call is given up: its body, its retries and the waits between them
   * included. 30000 where it is left out.
   */
  timeoutMs?: number;
  /**
   * How many more attempts a call is given where the network or the service fails (408, 429, 5xx)
   * and it is safe to send it again: it only reads, or carries an idempotency key. 2 where it is
   * left out; 0 for none.
   */
  maxRetries?: number;
  /** Sends the requests in place of the platform's `fetch`. */
  fetch?: Fetch;
  /** Is told of every attempt, and never of a credential. */
  logger?: Logger;
};

/**
 * What the options set, with the variables of the environment for what they leave out.
 *
 * @throws TypeError where an option cannot be used; the message says which.
 */
export function checkedSettings(options: ClientOptions): Omit<TransportSettings, 'openCalls'> {
  checkLimits(options);
  return { ...options, baseUrl: address(options), ...authentication(options) };
}

/** @throws TypeError where an option of a call cannot be used. */
export function checkLimits({
  timeoutMs = 1,
  maxRetries = 0,
  idempotencyKey,
}: Pick<IdempotentRequestOptions, 'timeoutMs' | 'maxRetries' | 'idempotencyKey'>): void {
  check(timeoutMs >= 1, 'timeoutMs must be at least 1.');
  check(Number.isInteger(maxRetries) && maxRetries >= 0, 'maxRetries must be a whole number.');
  // fetch reports an odd header as if the network had failed.
  check(
    idempotencyKey === undefined || /^[ -~]{1,255}$/.test(idempotencyKey),
    'idempotencyKey must be 1 to 255 printable ASCII characters.',
  );
}

function check(holds: unknown, words: string): asserts holds {
  if (!holds) throw new TypeError(words);
}

function address({
  baseUrl,
  environment = baseUrl === undefined ? (variable('SERVICE_ENV') as Environment) : undefined,
}: ClientOptions): string {
  const known = environment && environments[environment];
  check(
    baseUrl === undefined ? known : environment === undefined,
    `environment (SERVICE_ENV) is ${environment}. Set it to ${Object.keys(environments).join(' or ')}, or baseUrl alone.`,
  );
  const url = baseUrl ?? (known as string);
  check(/^https?:\/\/[^\s?#@]+$/.test(url), 'baseUrl must be an http(s) address.');
  return url.replace(/\/+$/, '');
}

function authentication({
  apiKey,
  accessToken,
}: ClientOptions): Pick<TransportSettings, 'credential' | 'authorize'> {
  const key = apiKey ?? (accessToken === undefined ? variable('SERVICE_API_KEY') : undefined);
  return typeof accessToken === 'function' && key === undefined
    ? { credential: {}, authorize: withToken(accessToken) }
    : { credential: credential(key, accessToken as string | undefined) };
}

/** A variable of the process, where there is one; one that is empty counts as none. */
function variable(name: string): string | undefined {
  return (
    (globalThis as { process?: { env?: Record<string, string> } }).process?.env?.[name] || undefined
  );
}
