import { environments } from './generated/environments.gen.ts';
import type { Logger } from './logger.ts';

/**
 * Sends one request; the platform's `fetch` is one.
 *
 * @example
 * const viaProxy: Fetch = (url, init) => fetch(url, { ...init, dispatcher: proxy } as RequestInit);
 */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

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
 *   apiKey: 'prk_…',
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

/** The options once they are checked. */
export interface Settings {
  baseUrl: string;
  /** The header field that tells who calls. */
  credential: Record<string, string> | ((refused?: string) => Promise<Record<string, string>>);
  timeoutMs: number;
  maxRetries: number;
  fetch: Fetch;
  logger: Logger | undefined;
}

// A longer timer overflows and fires at once.
const longestTimeoutMs = 2_147_483_647;

/** @throws TypeError where an option cannot be used. */
export function settings(options: ClientOptions): Settings {
  return {
    baseUrl: address(options),
    credential: credential(options),
    timeoutMs: checkedTimeout(options.timeoutMs ?? 30_000),
    maxRetries: checkedRetries(options.maxRetries ?? 2),
    fetch: options.fetch ?? globalThis.fetch,
    logger: options.logger,
  };
}

/** @throws TypeError where a timer could not keep it. */
export function checkedTimeout(timeoutMs: number): number {
  if (timeoutMs >= 1 && timeoutMs <= longestTimeoutMs) return timeoutMs;
  throw new TypeError(`timeoutMs is a number of milliseconds from 1 to ${longestTimeoutMs}.`);
}

/** @throws TypeError where it is no number of attempts. */
export function checkedRetries(maxRetries: number): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0) return maxRetries;
  throw new TypeError('maxRetries is a whole number from 0 up.');
}

function address({ baseUrl, environment }: ClientOptions): string {
  if (baseUrl !== undefined && environment !== undefined) {
    throw new TypeError('Give the client an environment or a baseUrl, not both.');
  }
  return checkedBaseUrl(baseUrl ?? named(environment ?? variable('SERVICE_ENV')));
}

function named(environment: string | undefined): string {
  if (environment && Object.hasOwn(environments, environment)) {
    return environments[environment as Environment];
  }
  const what = environment ? `There is no environment "${environment}"` : 'No service is named';
  throw new TypeError(
    `${what}. Set environment, or SERVICE_ENV, to one of ${Object.keys(environments).join(', ')}; ` +
      'or give baseUrl.',
  );
}

function checkedBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isPlain =
    url &&
    /^https?:$/.test(url.protocol) &&
    !(url.username || url.password || url.search || url.hash);
  if (isPlain) return url.href.replace(/\/+$/, '');
  throw new TypeError(
    'baseUrl is an http or https address without a query, such as http://localhost:3001/api/v1.',
  );
}

function credential({ apiKey, accessToken }: ClientOptions): Settings['credential'] {
  if (apiKey !== undefined && accessToken !== undefined) {
    throw new TypeError('Give the client an apiKey or an accessToken, not both.');
  }
  if (typeof accessToken === 'function') {
    return async (refused) => bearer(await accessToken(refused));
  }
  if (accessToken !== undefined) return bearer(accessToken);
  const key = apiKey ?? variable('SERVICE_API_KEY');
  if (key !== undefined) return { 'x-api-key': headerValue('apiKey', key) };
  throw new TypeError('Give the client an apiKey or an accessToken, or set SERVICE_API_KEY.');
}

function bearer(accessToken: string): Record<string, string> {
  return { authorization: `Bearer ${headerValue('accessToken', accessToken)}` };
}

// Checked here because fetch would put the whole secret into the message of its own error.
function headerValue(name: string, secret: string): string {
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new TypeError(`${name} is empty or holds a space, a line break or another odd character.`);
}

/** A variable of the process, where there is one; one that is empty counts as none. */
function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}
